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
 * Grants calls of Step Functions. A function may start and describe executions of the one machine. The right to answer
 * a task token cannot be limited to a machine, so its resource is `*`.
 * @throws Error if the function calls a machine and the stack gives it none
 */
export function callGrant({ functionName, calls }: Access, machine: StateMachine | undefined): Grant {
  const named = (): StateMachine => {
    if (machine === undefined)
      throw new Error(
        `function ${functionName} calls a state machine, but the stack does not give it one: set the property machine`,
      );
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

/** Accepts the findings about these grants that no narrower grant can avoid. */
export function acknowledgeCalls(role: Role, { calls }: Access, machine: StateMachine | undefined): void {
  if (calls.includes('resumeWait')) {
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'AWS Step Functions has no resource type for the answer to a task token. Only the holder of a token can answer it, and only the tasks table has the tokens.',
    );
  }
  if (calls.includes('findApproval') && machine !== undefined) {
    const { region, account } = Stack.of(machine);
    const name = `<${Stack.of(machine).getLogicalId(machine.node.defaultChild as CfnStateMachine)}.Name>`;
    acknowledge(
      role,
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:${region}:${account}:execution:${name}:*]`,
      'The right covers only the executions of this state machine. The function reads the status of an execution that was started earlier. The name of an execution contains its Task, so the names are not known at the deployment.',
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
