import type { Actor } from '../authority/identity.ts';
import type { AuditEvent } from '../audit.ts';

/** The largest number of entries of one Task. All of them are read in one request. */
export const mostEntries = 100;

/** An entry of the thread of a Task. It is never changed. The entries of a Task are numbered from 1 without a gap. */
export interface ThreadEntry {
  readonly taskId: string;
  readonly number: number;
  readonly kind: 'claim' | 'release' | 'comment' | 'question' | 'answer';
  readonly by: Actor;
  /** ISO 8601. */
  readonly at: string;
  /** Only for a comment, a question and an answer. */
  readonly text?: string;
  /** Only for a claim: the instant at which it ends by itself; ISO 8601. */
  readonly until?: string;
  /** Only for an answer: the number of the question. */
  readonly question?: number;
}

export interface Threads {
  /** Returns all entries of a Task, in the order of their numbers, strongly consistent. */
  read(taskId: string): Promise<readonly ThreadEntry[]>;
  /** Puts an entry and its event in one transaction. `taken` means that the number has an entry, and nothing was written. */
  add(entry: ThreadEntry, event: AuditEvent): Promise<'added' | 'taken'>;
}
