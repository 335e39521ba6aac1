import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  type CfnSecurityGroup,
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
  type IVpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { Store } from '../contract/platform/functions.ts';
import { batchPath } from '../audit-log/store.ts';
import { acknowledge } from './acknowledge.ts';
import { contentActions, queryActions, scanActions, storeActions } from './grants/actions.ts';
import { Logs } from './logs.ts';
import { contentAreas, type ContentArea } from '../contract/rows/content.ts';
import type { AuditLog } from './data/audit-log.ts';
import type { Content } from './data/content.ts';
import type { ModelTarget } from './deployment.ts';
import { modelArns } from './release/models.ts';
import type { PackageAsset } from './release/package-asset.ts';
import type { Queries } from './data/queries.ts';
import type { Tables } from './data/tables.ts';

export interface NetworkProps {
  readonly tables: Tables;
  readonly content: Content;
  readonly auditLog: AuditLog;
  readonly releasePackage: PackageAsset;
  /** Models that functions without egress ask. */
  readonly models: readonly ModelTarget[];
  /** True if a function without egress reads scans with Amazon Textract. */
  readonly textract: boolean;
  /** The resources for queries; set if functions without egress query exported objects. */
  readonly queries?: Queries;
  readonly local: boolean;
}

/**
 * The network of every function without egress: isolated subnets without a NAT gateway or internet gateway. The subnets
 * lead only to two gateway endpoints, which allow this tenant's tables, content store and audit log, and the file with the
 * release of the deploy. An interface
 * endpoint costs money even if it is idle. So interface endpoints exist only if tools of the release ask models or
 * query exported objects, or if the tenant reads scans. They allow only these models, queries and jobs.
 */
export class Network extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, props: NetworkProps) {
    super(scope, id);
    const { tables, content, auditLog, releasePackage, models, textract, queries, local } = props;
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/22'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'isolated', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 }],
      restrictDefaultSecurityGroup: false,
    });
    // The class and its interface describe the same object, but differ in how they type absent members.
    this.vpc = vpc as IVpc;
    const endpoint = vpc.addGatewayEndpoint('Tables', { service: GatewayVpcEndpointAwsService.DYNAMODB });
    endpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: Object.values(storeActions),
        resources: Object.keys(tables.of).flatMap((store) => tables.arns(store as Store, true)),
      }),
    );
    const contentEndpoint = vpc.addGatewayEndpoint('Content', { service: GatewayVpcEndpointAwsService.S3 });
    contentEndpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: Object.values(contentActions),
        resources: Object.keys(contentAreas).map((area) => content.arn(area as ContentArea)),
      }),
    );
    contentEndpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [auditLog.bucket.arnForObjects(batchPath('?'.repeat(64)))],
      }),
    );
    contentEndpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject'],
        resources: [releasePackage.arn],
      }),
    );
    this.securityGroup = new SecurityGroup(this, 'Isolated', {
      vpc: this.vpc,
      description: 'Functions without egress',
      allowAllOutbound: false,
    });
    this.securityGroup.addEgressRule(
      Peer.anyIpv4(),
      Port.HTTPS,
      'Leads only to the endpoints: there is no other route',
    );
    if (models.length > 0) this.addModels(vpc, models);
    if (queries) this.addQueries(vpc, queries);
    if (textract) this.addTextract(vpc);
    this.addFlowLog(local);
  }

  private addModels(vpc: Vpc, models: readonly ModelTarget[]): void {
    const door = this.door('Models', 'The endpoint of the models');
    const service = InterfaceVpcEndpointAwsService.BEDROCK_RUNTIME;
    const endpoint = vpc.addInterfaceEndpoint('Bedrock', { service, securityGroups: [door], open: false });
    endpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['bedrock:InvokeModel'],
        resources: [...modelArns(models, this)],
      }),
    );
  }

  private addQueries(vpc: Vpc, { workgroupArn }: Queries): void {
    const door = this.door('Queries', 'The endpoint of Athena');
    const service = InterfaceVpcEndpointAwsService.ATHENA;
    const endpoint = vpc.addInterfaceEndpoint('Athena', { service, securityGroups: [door], open: false });
    endpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: [...queryActions.workgroup],
        resources: [workgroupArn],
      }),
    );
  }

  private addTextract(vpc: Vpc): void {
    const door = this.door('Scans', 'The endpoint of Amazon Textract');
    const service = InterfaceVpcEndpointAwsService.TEXTRACT;
    const endpoint = vpc.addInterfaceEndpoint('Textract', { service, securityGroups: [door], open: false });
    endpoint.addToPolicy(
      new PolicyStatement({ principals: [new AnyPrincipal()], actions: [...scanActions], resources: ['*'] }),
    );
  }

  /** Returns the security group of an interface endpoint. It accepts only connections from the isolated functions. */
  private door(id: string, description: string): SecurityGroup {
    const door = new SecurityGroup(this, id, { vpc: this.vpc, description, allowAllOutbound: false });
    // The rule is written into the group itself. For a rule between groups the CDK makes a separate resource, which the
    // local cloud's CloudFormation does not support.
    (door.node.defaultChild as CfnSecurityGroup).securityGroupIngress = [
      {
        ipProtocol: 'tcp',
        fromPort: 443,
        toPort: 443,
        sourceSecurityGroupId: this.securityGroup.securityGroupId,
        description: 'Functions without egress',
      },
    ];
    return door;
  }

  private addFlowLog(local: boolean): void {
    if (local) {
      acknowledge(
        this.vpc,
        'AwsSolutions-VPC7',
        'Local cloud only: it has no packets to log. Every other deployment logs rejected traffic.',
      );
      return;
    }
    const logs = new Logs(this, 'FlowLog', { local });
    // Accepted traffic is only calls of AWS services, about which the audit log says more.
    this.vpc.addFlowLog('Rejected', {
      destination: FlowLogDestination.toCloudWatchLogs(logs),
      trafficType: FlowLogTrafficType.REJECT,
    });
  }
}
