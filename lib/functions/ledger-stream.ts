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
 * Carries the ledger's new items to a function. An item that expires is not carried: it said what it had to when it was
 * put. What fails for now is tried again for as long as the stream keeps it, then left in the queue. The consumer itself sets
 * aside what fails for good.
 */
export function carryLedger({ ledger, failures, consumer, filter }: LedgerStreamProps): void {
  const put = { eventName: FilterRule.isEqual('INSERT') };
  const insertedWith = (attribute: string, value: string) => ({
    ...put,
    dynamodb: { NewImage: { [attribute]: { S: FilterRule.isEqual(value) } } },
  });
  const chosen = [
    ...(filter.effect === undefined ? [] : [insertedWith('effect', filter.effect)]),
    ...(filter.decisions === true ? [insertedWith('kind', 'decision')] : []),
  ];
  consumer.function.addEventSource(
    new DynamoEventSource(ledger as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      // An item that any of them lets pass is carried.
      filters: (chosen.length === 0 ? [put] : chosen).map((one) => FilterCriteria.filter(one)),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      ...(filter.effect === undefined ? forTheAuditLog : { batchSize: 10 }),
      // For as long as the stream keeps it.
      maxRecordAge: Duration.hours(24),
      onFailure: new SqsDlq(failures),
    }),
  );
}

/** The log appends each record once, by its shard's position: a batch names its shard with tumbling windows only. */
const forTheAuditLog = { batchSize: 100, parallelizationFactor: 1, tumblingWindow: Duration.minutes(1) } as const;
