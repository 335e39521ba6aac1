import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Database, type Write, type Written } from './database.ts';
import { writing } from './faults.ts';

/**
 * The number of retries. Before each retry there is a pause of random length: at most 25, 50, 100, … 800 ms. Together
 * the pauses take at most 3.2 s of the 24 s of a call.
 */
const retries = 8;
const backoffMillis = (attempt: number): number => Math.random() * Math.min(25 * 2 ** attempt, 800);

/**
 * Writes, and retries if another transaction holds an item. If equal calls run in parallel, one succeeds, and a retry
 * lets the others see what it wrote.
 * @param mayStart called before each attempt; if it throws, no attempt follows
 * @throws Failure `write.conflict` if the conflict outlasts the retries, `dependency.unavailable`, `ledger.unanswered`
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
