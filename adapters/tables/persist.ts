import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Database, type Write, type Written } from './database.ts';
import { writing } from './faults.ts';

/** 25, 50, 100, … 800 ms, each with full jitter: 3.2 s at most, well inside a call's 24 s. */
const retries = 8;
const backoffMillis = (attempt: number): number => Math.random() * Math.min(25 * 2 ** attempt, 800);

/**
 * Writes, and retries if another transaction held an item: of equal parallel calls one succeeds, and the others must
 * then see what it wrote.
 * @throws Failure `write.conflict` if that lasts longer than the retries, `dependency.unavailable`, `ledger.unanswered`
 */
export const persist = (database: Database, writes: readonly Write[]): Promise<Written> =>
  writing(attempt(database, writes, 0));

async function attempt(database: Database, writes: readonly Write[], count: number): Promise<Written> {
  try {
    return await database.write(writes);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.fault !== 'conflict' || count === retries) throw error;
    await sleep(backoffMillis(count));
    return attempt(database, writes, count + 1);
  }
}
