import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  StartExecutionCommand,
  type ExecutionStatus,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';

export interface Executions {
  /**
   * Starts an execution of a state machine under a name made of the row's id and generation. If an execution with that
   * name exists, its status is returned, and the caller reads the row to decide what to do next.
   * @throws Failure `dependency.unavailable`; `internal` if the existing execution has another input
   */
  start(execution: {
    readonly machineArn: string;
    readonly id: string;
    readonly generation: number;
    readonly input: object;
  }): Promise<{ readonly found: 'started' } | { readonly found: 'earlier'; readonly status: ExecutionStatus }>;
}

export const executions = (client: SFNClient): Executions => ({
  async start({ machineArn, id, generation, input }) {
    const name = executionName(id, generation);
    const text = canonicalJson(input);
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn: machineArn, name, input: text }));
      return { found: 'started' };
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw unavailable('started', error);
    }
    const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    const earlier = await client.send(new DescribeExecutionCommand({ executionArn })).catch((error: unknown) => {
      throw unavailable('described', error);
    });
    if (earlier.input !== undefined && earlier.input !== text) {
      throw new Failure('internal', 'an execution with this name already exists, with another input');
    }
    if (earlier.status === undefined)
      throw new Failure('dependency.unavailable', 'Step Functions described an execution without a status');
    return { found: 'earlier', status: earlier.status };
  },
});

/**
 * Returns the name of an execution. Step Functions allows 80 characters. An id consists of a word such as `task` and a
 * SHA-256, and has at most 69 characters.
 */
export const executionName = (id: string, generation: number): string => {
  const name = `${id}-${generation}`;
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name))
    throw new Failure(
      'internal',
      'the id and the generation do not form an execution name: use at most 80 characters of A-Z a-z 0-9 _ -',
    );
  return name;
};

const unavailable = (verb: string, error: unknown): Failure =>
  new Failure(
    'dependency.unavailable',
    `the execution could not be ${verb}: ${error instanceof Error ? error.name : 'unknown'}`,
  );
