import type { Action, Attachment } from './action.ts';
import type { AuditEvent } from '../audit.ts';
import type { Hash } from '../values/canonical.ts';
import type { OntologyObject } from './objects.ts';
import type { Decision, Task } from './task.ts';

/**
 * One transition of the Action Plane: the rows that change if they still have the expected version, the Decision that
 * is put if it does not exist, and the event.
 */
export interface Transition {
  readonly action?: { readonly from: Action; readonly to: Action };
  readonly task?: { readonly from: Task; readonly to: Task };
  readonly decision?: Decision;
  /**
   * Only for the target `objects`: the new version of the object. It is put only if the previous version is still the
   * current one.
   */
  readonly object?: OntologyObject;
  /** A new Action with its payload and its case. It is put only if it does not exist. */
  readonly staged?: { readonly row: Action; readonly attachments: readonly Attachment[] };
  /** The Action that a committed compensation undoes, and the event of this change. */
  readonly undone?: { readonly from: Action; readonly to: Action; readonly event: AuditEvent };
  readonly event: AuditEvent;
  /** ISO 8601. The write is not attempted at or after this instant, so a late decision cannot be recorded. */
  readonly before?: string;
}

/**
 * The store of the Action Plane. Only functions of the Action Plane use it. The row of a function in `functions.ts`
 * says what the function may do with it.
 */
export interface ActionPlaneStore {
  action(id: string): Promise<Action | undefined>;
  task(id: string): Promise<Task | undefined>;
  attachment(hash: Hash): Promise<string | undefined>;
  decision(id: string): Promise<Decision | undefined>;
  /** Writes the transition. `moved` means that a row had another version and nothing was written. */
  apply(transition: Transition): Promise<'applied' | 'moved'>;
  /**
   * Stores the task token of an attempt of a wait, unless a later attempt has already stored its token. Returns the
   * Task as it is after the write.
   */
  storeToken(taskId: string, of: { wait: number; attempt: number }, token: string): Promise<Task | undefined>;
  token(taskId: string): Promise<{ wait: number; token: string } | undefined>;
  /**
   * Returns staged and pending Actions whose `stagedUntil` is before the given instant, the earliest `stagedUntil`
   * first. The answer is eventually consistent, so the caller must read each Action again.
   */
  undecidedPast(asked: {
    readonly before: string;
    /** The `endsAt` of the last Action of the previous page. */
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly { readonly id: string; readonly endsAt: string }[]>;
  /**
   * Moves an undecided Action to another place in the order of `undecidedPast`. Its row does not change. Nothing is
   * written if the Action has been decided or has ended.
   */
  postpone(id: string, until: string): Promise<void>;
}
