import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

const anywhere = (actions: string[], conditions?: Record<string, unknown>): PolicyStatement =>
  new PolicyStatement({ actions, resources: ['*'], ...(conditions === undefined ? {} : { conditions }) });

/** What many roles need on resources that have no name yet; each stands once, so that it is read and accepted once. */
export class SharedPolicies extends Construct {
  /** Traces of functions and state machines. */
  readonly tracing: ManagedPolicy;
  /** Network interfaces of functions in a VPC, made by the Lambda service with their role. */
  readonly networkInterfaces: ManagedPolicy;
  /** Delivery of a state machine's log. */
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
      'AWS X-Ray has no resource types for these actions; they write traces and read sampling rules, no more.',
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
        // Set where a function's own code calls, and not where the Lambda service uses its role.
        { Null: { 'lambda:SourceFunctionArn': 'true' } },
      ),
      'Lambda makes the interfaces, so they have no name yet, and the describing actions have no resource types; a function’s own code is refused by the condition.',
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
      'CloudWatch Logs has no resource types for log deliveries; held by the two state machines alone.',
    );
  }

  private policy(id: string, statement: PolicyStatement, reason: string): ManagedPolicy {
    const policy = new ManagedPolicy(this, id, { statements: [statement] });
    acknowledge(policy, 'AwsSolutions-IAM5[Resource::*]', reason);
    return policy;
  }
}
