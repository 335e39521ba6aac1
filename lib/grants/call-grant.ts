import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { CfnStateMachine, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { environment } from '../../contract/platform/environment.ts';
import type { MachineCall } from '../../contract/platform/functions.ts';
import type { Access } from './access.ts';
import { machineActions } from './actions.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Grant } from './store-grants.ts';

/**
 * Calls of Step Functions: starting and describing on the one machine, answering on `*`.
 *
 * @throws Error where a machine is to be called and none is given
 */
export function callGrant({ functionName, calls }: Access, machine: StateMachine | undefined): Grant {
  const named = (): StateMachine => {
    if (machine === undefined) throw new Error(`${functionName} calls a state machine, but the stack gives it none`);
    return machine;
  };
  const resourceOf: Record<MachineCall, () => string> = {
    resumeWait: () => '*',
    startApproval: () => named().stateMachineArn,
    findApproval: () => executionsOf(named()),
  };
  return {
    statements: calls.map(
      (call) => new PolicyStatement({ actions: [machineActions[call]], resources: [resourceOf[call]()] }),
    ),
    environment: calls.includes('startApproval') ? { [environment.approvalMachine]: named().stateMachineArn } : {},
  };
}

/** Accepts what of these grants cannot be narrower. */
export function acknowledgeCalls(role: Role, { calls }: Access, machine: StateMachine | undefined): void {
  if (calls.includes('resumeWait')) {
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'AWS Step Functions has no resource type for answering a task token: whoever holds the token may answer it, and only the tasks table holds it.',
    );
  }
  if (calls.includes('findApproval') && machine !== undefined) {
    const { region, account } = Stack.of(machine);
    const name = `<${Stack.of(machine).getLogicalId(machine.node.defaultChild as CfnStateMachine)}.Name>`;
    acknowledge(
      role,
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:${region}:${account}:execution:${name}:*]`,
      'Executions of this one machine, named by Task and generation when they start; it reads what an earlier start came to.',
    );
  }
}

const executionsOf = (machine: StateMachine): string =>
  Stack.of(machine).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${machine.stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
