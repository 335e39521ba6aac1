import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DatabaseError, type DatabaseFault, type Written } from '../tables/database.ts';
import { maybeDone } from './attempts.ts';
import { fromAttributes } from './attributes.ts';

/** Names of DynamoDB's errors and of its transactions' cancellation reasons. */
const faults: Readonly<Record<string, DatabaseFault>> = {
  TransactionConflictException: 'conflict',
  TransactionConflict: 'conflict',
  TransactionInProgressException: 'conflict',
  ProvisionedThroughputExceededException: 'throttled',
  ProvisionedThroughputExceeded: 'throttled',
  RequestLimitExceeded: 'throttled',
  ThrottlingException: 'throttled',
  ThrottlingError: 'throttled',
};

export function databaseError(error: unknown): DatabaseError {
  const name = error instanceof Error ? error.name : 'unknown';
  // Not `refused` either, because an earlier attempt of the same write may have succeeded.
  if (maybeDone(error) || !(error instanceof DynamoDBServiceException)) return new DatabaseError('unanswered', name);
  return new DatabaseError(faults[name] ?? 'refused', name);
}

/** The outcome of a failed write: conditions that did not hold are an answer, everything else is thrown. */
export function writtenOr(error: unknown): Written {
  if (error instanceof ConditionalCheckFailedException) {
    const failed = error.Item === undefined ? { index: 0 } : { index: 0, stands: fromAttributes(error.Item) };
    return { written: false, failed: [failed] };
  }
  if (error instanceof TransactionCanceledException) return cancelled(error);
  throw databaseError(error);
}

/**
 * The first write says whose transaction it was, so its failed condition comes first. A conflict comes before the other
 * conditions: while it lasts, what they saw may change.
 */
function cancelled(error: TransactionCanceledException): Written {
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.flatMap(({ Code, Item }, index) => {
    if (Code !== 'ConditionalCheckFailed') return [];
    return [Item === undefined ? { index } : { index, stands: fromAttributes(Item) }];
  });
  if (failed[0]?.index === 0) return { written: false, failed };
  const codes = reasons.map(({ Code = 'None' }) => Code);
  if (codes.some((code) => faults[code] === 'conflict')) throw new DatabaseError('conflict', 'TransactionConflict');
  if (failed.length > 0) return { written: false, failed };
  const other = codes.find((code) => code !== 'None') ?? error.name;
  throw new DatabaseError(faults[other] ?? 'refused', other);
}
