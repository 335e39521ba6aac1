import { Duration } from 'aws-cdk-lib';
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { PlatformFunction } from '../../contract/platform/functions.ts';
import type { PlaneFunction } from './plane-function.ts';

export interface LedgerStreamProps {
  readonly ledger: TableV2;
  readonly failures: IQueue;
  readonly consumer: PlaneFunction;
  readonly filter: NonNullable<PlatformFunction['stream']>;
}

/**
 * Sends the ledger's new items to a function. The removal of an expired item is not sent. If the function fails, the
 * batch is tried again for as long as the stream keeps it, and is then left in the queue. The function itself sets
 * aside items that can never be processed.
 */
export function carryLedger({ ledger, failures, consumer, filter }: LedgerStreamProps): void {
  const put = { eventName: FilterRule.isEqual('INSERT') };
  const insertedWith = (attribute: string, values: readonly string[] = []) =>
    values.length === 0 ? [] : [{ ...put, dynamodb: { NewImage: { [attribute]: { S: FilterRule.or(...values) } } } }];
  const chosen = [...insertedWith('effect', filter.effects), ...insertedWith('kind', filter.kinds)];
  consumer.function.addEventSource(
    new DynamoEventSource(ledger as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      // An item is sent if at least one of these filters matches it.
      filters: (chosen.length === 0 ? [put] : chosen).map((one) => FilterCriteria.filter(one)),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      ...(chosen.length === 0 ? forTheAuditLog : { batchSize: 10 }),
      // The stream keeps an item for 24 hours.
      maxRecordAge: Duration.hours(24),
      onFailure: new SqsDlq(failures),
    }),
  );
}

/**
 * The audit log uses the position of a shard to append each record once. Lambda names the shard of a batch only if the
 * event source mapping has a tumbling window.
 */
const forTheAuditLog = {
  batchSize: 100,
  // Each batch becomes one object of the log. Lambda waits up to one second to fill a batch. Otherwise a stream with
  // many shards would make many objects with only a few events each.
  maxBatchingWindow: Duration.seconds(1),
  parallelizationFactor: 1,
  tumblingWindow: Duration.minutes(1),
} as const;
