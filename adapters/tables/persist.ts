import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Database, type Write, type Written } from './database.ts';
import { writing } from './faults.ts';

/** 25, 50, 100, … 800 ms, each with full jitter: 3.2 s at most, well inside a call's 24 s. */
const retries = 8;
const backoffMillis = (attempt: number): number => Math.random() * Math.min(25 * 2 ** attempt, 800);

/**
 * Writes, and retries if another transaction held an item: of equal parallel calls one succeeds, and the others must
 * then see what it wrote.
 * @param mayStart asked before each attempt; what it throws ends them
 * @throws Failure `write.conflict` if that lasts longer than the retries, `dependency.unavailable`, `ledger.unanswered`
 */
export const persist = (
  database: Database,
  writes: readonly Write[],
  mayStart: () => void = () => undefined,
): Promise<Written> => writing(attempt({ database, writes, mayStart }, 0));

interface Persisted {
  readonly database: Database;
  readonly writes: readonly Write[];
  readonly mayStart: () => void;
}

async function attempt(persisted: Persisted, count: number): Promise<Written> {
  const { database, writes, mayStart } = persisted;
  mayStart();
  try {
    return await database.write(writes);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.fault !== 'conflict' || count === retries) throw error;
    await sleep(backoffMillis(count));
    return attempt(persisted, count + 1);
  }
}
