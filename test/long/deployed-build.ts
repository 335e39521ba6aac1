import { inject } from 'vitest';
import { z } from 'zod';
import { awsRequest, type AwsCall } from '../../local/cloud/aws-request.ts';
import { deployedResources } from '../e2e/probe/resources.ts';

/** The versions of one function and of the approval machine that are deployed. */
export interface DeployedBuild {
  readonly code: string;
  readonly states: readonly string[];
  readonly machineArn: string;
}

async function answerTo<T>(call: AwsCall, shape: z.ZodType<T>): Promise<T> {
  const { status, body } = await awsRequest(inject('deployment').demo, call);
  if (status !== 200) throw new Error(`${call.service} answered ${status}: ${body}`);
  return shape.parse(JSON.parse(body));
}

const ofStates = <T>(operation: string, input: object, shape: z.ZodType<T>): Promise<T> =>
  answerTo({ service: 'states', target: `AWSStepFunctions.${operation}`, version: '1.0', input }, shape);

/** Reads the versions that the account has now. */
export async function deployedBuild(): Promise<DeployedBuild> {
  const resources = await deployedResources(inject('deployment').demo);
  const named = (prefix: string): string =>
    resources.find(({ logicalId }) => logicalId.startsWith(prefix))?.physicalId ?? '';
  const machineArn = named('ApprovalMachine');
  const { definition } = await ofStates(
    'DescribeStateMachine',
    { stateMachineArn: machineArn },
    z.object({ definition: z.string() }),
  );
  const { States } = z.object({ States: z.record(z.string(), z.unknown()) }).parse(JSON.parse(definition));
  const path = `/2015-03-31/functions/${named('commitsendFunction')}/configuration`;
  const { CodeSha256 } = await answerTo(
    { service: 'lambda', method: 'GET', path },
    z.object({ CodeSha256: z.string().min(1) }),
  );
  return { code: CodeSha256, states: Object.keys(States), machineArn };
}

/** An execution of the approval machine: its status, and the states that it has entered. */
export interface MachineRun {
  readonly status: string;
  readonly entered: readonly string[];
}

const history = z.object({
  events: z.array(z.object({ type: z.string(), stateEnteredEventDetails: z.object({ name: z.string() }).optional() })),
});

/** Reads the first execution of a Task. */
export async function executionOf(machineArn: string, taskId: string): Promise<MachineRun> {
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${taskId}-1`;
  const [{ status }, { events }] = await Promise.all([
    ofStates('DescribeExecution', { executionArn }, z.object({ status: z.string() })),
    ofStates('GetExecutionHistory', { executionArn, maxResults: 1000 }, history),
  ]);
  return { status, entered: events.flatMap(({ stateEnteredEventDetails: state }) => (state ? [state.name] : [])) };
}
