import { dirname } from 'node:path';
import { AssetHashType, Duration, Tags, type BundlingOptions } from 'aws-cdk-lib';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { environment } from '../../contract/platform/environment.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import { signerTag, type AuditLog } from '../data/audit-log.ts';
import type { Access } from '../grants/access.ts';
import { accessLogGrant } from '../grants/access-log-grant.ts';
import { auditLogGrant } from '../grants/audit-log-grant.ts';
import { acknowledgeCalls, callGrant } from '../grants/call-grant.ts';
import type { Deployment } from '../deployment.ts';
import { contentGrant, secretGrant, streamGrant, tableGrant, type GrantSources } from '../grants/store-grants.ts';
import { Logs } from '../logs.ts';
import { modelGrant } from '../grants/model-grant.ts';
import type { Queries } from '../data/queries.ts';
import { peopleGrant, type PeoplePool } from '../grants/people-grant.ts';
import { pageGrant, type PageSignIn } from '../grants/page-grant.ts';
import { queryGrant } from '../grants/query-grant.ts';
import { memoryOf } from './memory.ts';
import { notifyGrant, type NotifySources } from '../grants/notify-grant.ts';
import type { Network } from '../network.ts';
import { acknowledgeScans, scanGrant } from '../grants/scan-grant.ts';
import type { PackageAsset } from '../release/package-asset.ts';
import { sourceTableGrant } from '../release/source-tables.ts';
import type { SharedPolicies } from '../grants/shared-policies.ts';

/** Properties that every function of a `PlaneStack` has. */
export interface PlaneParts extends GrantSources, NotifySources {
  readonly deployment: Deployment;
  readonly network: Network;
  readonly policies: SharedPolicies;
  readonly auditLog: AuditLog;
  /** The access log of the API's gateway. */
  readonly accessLog: ILogGroup;
  readonly releasePackage: PackageAsset;
  readonly people: PeoplePool;
  readonly signIn: PageSignIn;
  /** The resources that query exported objects. Undefined if no tool queries exported objects. */
  readonly queries?: Queries;
  /** ARN of the queue for events that a function could not process. */
  readonly failuresArn: string;
  readonly engine: string;
  /** Returns the absolute path of a function's handler. */
  readonly entryOf: (functionName: string) => string;
  readonly bundlingOf: (functionName: string) => BundlingOptions;
}

export interface PlaneFunctionProps {
  readonly access: Access;
  readonly parts: PlaneParts;
  /** The state machine that this function starts, if it starts one. */
  readonly machine?: StateMachine;
}

/**
 * A deployed function with its own role. The role has the rights that the function's row in the contract declares, and
 * no others. The role is complete before the function is created, and no construct can add rights to it.
 */
export class PlaneFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly access: Access;

  constructor(scope: Construct, id: string, { access, parts, machine }: PlaneFunctionProps) {
    super(scope, id);
    this.access = access;
    const { deployment, network, policies } = parts;
    const logGroup = new Logs(this, 'Logs', { local: deployment.local });
    const grants = [
      tableGrant(access, parts),
      contentGrant(access, parts),
      secretGrant(access, parts),
      streamGrant(access, parts, parts.failuresArn),
      callGrant(access, machine),
      notifyGrant(access, parts),
      peopleGrant(access, parts.people),
      pageGrant(access, parts.signIn),
      auditLogGrant(access, parts.auditLog, deployment.witness),
      accessLogGrant(access, parts.accessLog, deployment),
      modelGrant(access, deployment, this),
      queryGrant(access, parts.content, parts.queries),
      sourceTableGrant(access),
      parts.releasePackage.grant(access),
      scanGrant(access, deployment.release),
    ];
    const ownLogs = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: access.isolated ? [policies.tracing, policies.networkInterfaces] : [policies.tracing],
      inlinePolicies: {
        grants: new PolicyDocument({ statements: [...grants.flatMap(({ statements }) => statements), ownLogs] }),
      },
    });
    if (access.auditLog === 'seal') Tags.of(this.role).add(signerTag, parts.auditLog.origin);
    acknowledgeCalls(this.role, access, machine);
    acknowledgeScans(this.role, access, deployment.release);
    this.function = new LambdaFunction(this, 'Function', {
      code: Code.fromAsset(dirname(parts.entryOf(access.functionName)), {
        assetHashType: AssetHashType.OUTPUT,
        bundling: parts.bundlingOf(access.functionName),
      }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryOf(access.functionName),
      timeout: Duration.seconds(timeLimits.functionSeconds),
      tracing: Tracing.ACTIVE,
      role: this.role.withoutPolicyUpdates(),
      logGroup,
      environment: {
        ...Object.assign({}, ...grants.map((grant) => grant.environment)),
        [environment.engine]: parts.engine,
        [environment.tenant]: deployment.tenant,
        [environment.stage]: deployment.stage,
      },
      ...(access.isolated
        ? {
            vpc: network.vpc,
            vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
            securityGroups: [network.securityGroup],
          }
        : {}),
    });
  }
}
