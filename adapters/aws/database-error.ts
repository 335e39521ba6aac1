import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DatabaseError, type DatabaseFault, type Written } from '../tables/database.ts';
import { maybeDone } from './attempts.ts';
import { fromAttributes } from './attributes.ts';

/** The kinds of fault by the names of DynamoDB's errors and of the reasons why it cancels a transaction. */
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
  // A write that got no answer is never `refused`, because an earlier attempt of it may have succeeded.
  if (maybeDone(error) || !(error instanceof DynamoDBServiceException)) return new DatabaseError('unanswered', name);
  return new DatabaseError(faults[name] ?? 'refused', name);
}

/**
 * Turns the error of a write into its outcome. Failed conditions are returned; every other error is thrown.
 * @throws DatabaseError
 */
export function writtenOr(error: unknown): Written {
  if (error instanceof ConditionalCheckFailedException) {
    const failed = error.Item === undefined ? { index: 0 } : { index: 0, stands: fromAttributes(error.Item) };
    return { written: false, failed: [failed] };
  }
  if (error instanceof TransactionCanceledException) return cancelled(error);
  throw databaseError(error);
}

/**
 * Turns a cancelled transaction into an outcome. A failed condition of the first write is reported first, because that
 * write shows whose transaction it was. A conflict is reported before the other conditions, because the items of those
 * conditions may still change while the conflict lasts.
 * @throws DatabaseError
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
