import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AuditLog } from './data/audit-log.ts';
import { auditOperatorRights } from './data/audit-operator.ts';
import { Content } from './data/content.ts';
import { CustomerKey } from './data/customer-key.ts';
import type { Deployment } from './deployment.ts';
import { erasureOperatorRights } from './data/erasure-operator.ts';
import { headOperatorRights } from './data/head-operator.ts';
import { Identity, tokenEndpoint } from './data/identity.ts';
import { NotificationChannels } from './data/notifications.ts';
import { OperatorRole } from './data/operator-role.ts';
import { Secrets } from './data/secrets.ts';
import { Tables } from './data/tables.ts';

/**
 * The stack with the resources that must outlive the code: the tenant's key, tables, content, users and secrets. Except
 * in the local cloud, these resources are protected from deletion and are kept if the stack is deleted.
 */
export class DataStack extends Stack {
  readonly key: CustomerKey;
  readonly tables: Tables;
  readonly content: Content;
  readonly auditLog: AuditLog;
  readonly notifications: NotificationChannels;
  /** The roles that a person assumes for commands, by what the commands change. */
  readonly operators: Readonly<Record<'audit' | 'erasure' | 'head', OperatorRole>>;
  readonly secrets: Secrets;
  readonly identity: Identity;

  constructor(scope: Construct, id: string, props: StackProps & { readonly deployment: Deployment }) {
    super(scope, id, props);
    const { deployment } = props;
    const destroyable = deployment.local;
    this.key = new CustomerKey(this, 'Key', { destroyable });
    this.tables = new Tables(this, 'Tables', { key: this.key, destroyable });
    this.content = new Content(this, 'Content', { key: this.key, local: destroyable });
    this.auditLog = new AuditLog(this, 'AuditLog', {
      key: this.key,
      deployment,
    });
    const { subscribers } = deployment.release;
    this.notifications = new NotificationChannels(this, 'Notifications', { key: this.key, subscribers });
    this.operators = this.operatorRoles();
    this.secrets = new Secrets(this, 'Secrets', { sors: deployment.release.sors, key: this.key, destroyable });
    this.identity = new Identity(this, 'Identity', deployment);
    this.outputs();
  }

  private operatorRoles(): DataStack['operators'] {
    return {
      audit: new OperatorRole(this, 'AuditOperator', {
        description: 'Compares the ledger with the audit log and carries missing events into the log',
        statements: auditOperatorRights(this),
      }),
      erasure: new OperatorRole(this, 'ErasureOperator', {
        description: 'Erases the stored values of a run or a source',
        statements: erasureOperatorRights(this),
      }),
      head: new OperatorRole(this, 'HeadOperator', {
        description: 'Stops and allows tools, and replaces the telemetry key',
        statements: headOperatorRights(this),
      }),
    };
  }

  private outputs(): void {
    const { userPool, agentClients } = this.identity;
    const clientIds = Object.entries(agentClients).map(([name, client]) => [name, client.userPoolClientId]);
    const tableNames = Object.entries(this.tables.of).map(([store, { tableName }]) => [store, tableName]);
    const outputs = {
      UserPoolId: userPool.userPoolId,
      TokenEndpoint: tokenEndpoint(this.identity),
      AgentClients: this.toJsonString(Object.fromEntries(clientIds)),
      ReadSecrets: this.secrets.ids('read'),
      WriteSecrets: this.secrets.ids('write'),
      Tables: this.toJsonString(Object.fromEntries(tableNames)),
      ContentBucket: this.content.bucket.bucketName,
      AuditLog: this.toJsonString({
        bucket: this.auditLog.bucket.bucketName,
        signingKey: this.auditLog.signingKey.keyId,
        origin: this.auditLog.origin,
      }),
      NotificationTopic: this.notifications.topic.topicArn,
      EventBus: this.notifications.bus.eventBusName,
      AuditOperatorRole: this.operators.audit.role.roleArn,
      ErasureOperatorRole: this.operators.erasure.role.roleArn,
      HeadOperatorRole: this.operators.head.role.roleArn,
    };
    // `Tables` is the name of an output and of a construct. The prefix keeps their construct ids apart.
    for (const [name, value] of Object.entries(outputs)) {
      new CfnOutput(this, `Output${name}`, { value }).overrideLogicalId(name);
    }
  }
}
