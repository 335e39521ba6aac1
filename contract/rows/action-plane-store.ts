import type { Action, Attachment } from './action.ts';
import type { AuditEvent } from '../audit.ts';
import type { Hash } from '../values/canonical.ts';
import type { OntologyObject } from './objects.ts';
import type { Decision, Task } from './task.ts';

/**
 * One transition of the Action Plane: rows that move from their expected version, a Decision that is put if absent, and
 * the event.
 */
export interface Transition {
  readonly action?: { readonly from: Action; readonly to: Action };
  readonly task?: { readonly from: Task; readonly to: Task };
  readonly decision?: Decision;
  /** Only for the internal target: the change itself. It is put over the version below it, or over nothing. */
  readonly object?: OntologyObject;
  /** A new Action, put if absent, with the content under its hashes. */
  readonly staged?: { readonly row: Action; readonly attachments: readonly Attachment[] };
  /** The Action that the committed one undoes, with an event of its own. */
  readonly undone?: { readonly from: Action; readonly to: Action; readonly event: AuditEvent };
  readonly event: AuditEvent;
  /** ISO 8601. No attempt to write it starts at this instant or later: a decision is in time, or is none. */
  readonly before?: string;
}

/** Only functions of the Action Plane have it, each with the grants of its row in `functions.ts`. */
export interface ActionPlaneStore {
  action(id: string): Promise<Action | undefined>;
  task(id: string): Promise<Task | undefined>;
  attachment(hash: Hash): Promise<string | undefined>;
  decision(id: string): Promise<Decision | undefined>;
  /** `moved`: a row did not have the expected version, and nothing was written. */
  apply(transition: Transition): Promise<'applied' | 'moved'>;
  /** Stores the token of a try of a wait, unless a later try has stored its own; answers the row after the write. */
  storeToken(taskId: string, of: { wait: number; attempt: number }, token: string): Promise<Task | undefined>;
  token(taskId: string): Promise<{ wait: number; token: string } | undefined>;
  /** Staged Actions whose time has ended before this instant, the oldest first. Eventually consistent: read each again. */
  stagedPast(asked: {
    readonly before: string;
    /** Continues after this end. */
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly { readonly id: string; readonly endsAt: string }[]>;
  tasksOf(queue: string, states: readonly Task['state'][]): Promise<readonly Task[]>;
}
