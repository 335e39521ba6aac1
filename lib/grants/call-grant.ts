import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { CfnStateMachine, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { environment } from '../../contract/platform/environment.ts';
import type { Access } from './access.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Grant } from './store-grants.ts';

/**
 * Calls of Step Functions: starting and describing on the one machine, answering on `*`.
 *
 * @throws Error where a machine is to be called and none is given
 */
export function callGrant({ functionName, calls }: Access, machine: StateMachine | undefined): Grant {
  const named = (): StateMachine => {
    if (machine === undefined) throw new Error(`${functionName} calls a state machine, and none is given`);
    return machine;
  };
  const resourceOf = (action: Access['calls'][number]): string => {
    if (action === 'states:SendTaskSuccess') return '*';
    return action === 'states:StartExecution' ? named().stateMachineArn : executionsOf(named());
  };
  return {
    statements: calls.map((action) => new PolicyStatement({ actions: [action], resources: [resourceOf(action)] })),
    environment: calls.includes('states:StartExecution')
      ? { [environment.approvalMachine]: named().stateMachineArn }
      : {},
  };
}

/** Accepts what of these grants cannot be narrower. */
export function acknowledgeCalls(role: Role, { calls }: Access, machine: StateMachine | undefined): void {
  if (calls.includes('states:SendTaskSuccess')) {
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'AWS Step Functions has no resource type for answering a task token: whoever holds the token may answer it, and only the tasks table holds it.',
    );
  }
  if (calls.includes('states:DescribeExecution') && machine !== undefined) {
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
