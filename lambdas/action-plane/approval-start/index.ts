import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { auditMeter } from '../../../adapters/aws/audit-meter.ts';
import { busClient, dynamoClient, queueClient, statesClient, topicClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { logFailure } from '../../../adapters/aws/failure-log.ts';
import { executions } from '../../../adapters/aws/executions.ts';
import { notifications } from '../../../adapters/aws/notifications.ts';
import { tableName } from '../../../adapters/aws/table-names.ts';
import { taskTokens } from '../../../adapters/aws/task-tokens.ts';
import { waitingNotifications } from '../../../adapters/aws/waiting-notifications.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { environment, requireEnv } from '../../../contract/platform/environment.ts';
import { thenNotify } from './notify.ts';
import { sendWaiting } from './send-waiting.ts';
import { startApproval } from './start-approval.ts';
import { onStream } from './stream.ts';
import { takeUp } from './take-up.ts';

const deps = {
  store: actionPlaneStore(new DynamoDatabase(dynamoClient(), tableName)),
  executions: executions(statesClient()),
  tokens: taskTokens(statesClient()),
  machineArn: requireEnv(environment.approvalMachine),
  now: Date.now,
};
const meter = auditMeter({ tenant: requireEnv(environment.tenant), stage: requireEnv(environment.stage) });
const notifying = {
  ...deps,
  notifications: notifications({
    topics: topicClient(),
    topicArn: requireEnv(environment.notificationTopic),
    buses: busClient(),
    bus: requireEnv(environment.eventBus),
  }),
  waiting: waitingNotifications(queueClient(), requireEnv(environment.notificationRetries)),
  failed: logFailure,
  setAside: () => meter('notNotified', 1),
};
const onLedger = thenNotify(onStream({ put: startApproval(deps), decided: takeUp(deps) }, logFailure), notifying);
const onWaiting = sendWaiting(notifying);

/** The records of a batch are either of the ledger's stream, or of the queue of waiting notifications. */
export const handler = (event: DynamoDBStreamEvent | SQSEvent): Promise<DynamoDBBatchResponse> =>
  isOfQueue(event) ? onWaiting(event) : onLedger(event);

const isOfQueue = (event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent =>
  event.Records[0]?.eventSource === 'aws:sqs';
