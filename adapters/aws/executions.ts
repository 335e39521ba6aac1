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
   * Starts a machine under a name made of the row's id and generation. If that name has run before, it answers the
   * status of that run, and the caller's row decides what follows.
   * @throws Failure `dependency.unavailable`; `internal` if the earlier run had another input
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
      throw new Failure('internal', 'an execution with this name exists and has another input');
    }
    if (earlier.status === undefined)
      throw new Failure('dependency.unavailable', 'the service described an execution without a status');
    return { found: 'earlier', status: earlier.status };
  },
});

/** A name has at most 80 characters. An id is a kind and a SHA-256, at most 69. */
export const executionName = (id: string, generation: number): string => {
  const name = `${id}-${generation}`;
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name))
    throw new Failure(
      'internal',
      'the id cannot be an execution name: it may have up to 80 characters of A-Z a-z 0-9 _ -',
    );
  return name;
};

const unavailable = (verb: string, error: unknown): Failure =>
  new Failure(
    'dependency.unavailable',
    `the execution could not be ${verb}: ${error instanceof Error ? error.name : 'unknown'}`,
  );
