import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

const anywhere = (actions: string[], conditions?: Record<string, unknown>): PolicyStatement =>
  new PolicyStatement({ actions, resources: ['*'], ...(conditions === undefined ? {} : { conditions }) });

/**
 * Rights that many roles need on resources whose names are not known in advance. Each right has one policy, so that it
 * is reviewed and accepted only once.
 */
export class SharedPolicies extends Construct {
  /** Lets functions and state machines write traces. */
  readonly tracing: ManagedPolicy;
  /** Lets the Lambda service make network interfaces for functions in a VPC, with the function's role. */
  readonly networkInterfaces: ManagedPolicy;
  /** Lets a state machine deliver its log. */
  readonly logDelivery: ManagedPolicy;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.tracing = this.policy(
      'Tracing',
      anywhere([
        'xray:PutTraceSegments',
        'xray:PutTelemetryRecords',
        'xray:GetSamplingRules',
        'xray:GetSamplingTargets',
      ]),
      'AWS X-Ray has no resource types for these actions. They only write traces and read sampling rules.',
    );
    this.networkInterfaces = this.policy(
      'NetworkInterfaces',
      anywhere(
        [
          'ec2:AssignPrivateIpAddresses',
          'ec2:CreateNetworkInterface',
          'ec2:DeleteNetworkInterface',
          'ec2:DescribeNetworkInterfaces',
          'ec2:DescribeSubnets',
          'ec2:UnassignPrivateIpAddresses',
        ],
        // Lambda sets this key for calls of the function's own code, but not if the Lambda service uses the role.
        { Null: { 'lambda:SourceFunctionArn': 'true' } },
      ),
      'Lambda creates the network interfaces, so their names are not known, and the describe actions have no resource types. The condition allows these actions to the Lambda service, but not to the function’s own code.',
    );
    this.logDelivery = this.policy(
      'LogDelivery',
      anywhere([
        'logs:CreateLogDelivery',
        'logs:DeleteLogDelivery',
        'logs:DescribeLogGroups',
        'logs:DescribeResourcePolicies',
        'logs:GetLogDelivery',
        'logs:ListLogDeliveries',
        'logs:PutResourcePolicy',
        'logs:UpdateLogDelivery',
      ]),
      'CloudWatch Logs has no resource types for log deliveries. Only the two state machines have this policy.',
    );
  }

  private policy(id: string, statement: PolicyStatement, reason: string): ManagedPolicy {
    const policy = new ManagedPolicy(this, id, { statements: [statement] });
    acknowledge(policy, 'AwsSolutions-IAM5[Resource::*]', reason);
    return policy;
  }
}
