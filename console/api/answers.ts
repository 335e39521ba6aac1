import type { ActionView } from '../../contract/rows/action-view.ts';
import type { TaskView } from '../../contract/rows/task-view.ts';

/** The person who is signed in: the answer of `GET /v1/me`. */
export interface Me {
  readonly kind: 'human' | 'agent';
  readonly name: string;
  readonly groups: readonly string[];
  readonly queues: readonly {
    readonly id: string;
    readonly title: string;
    /** Reasons for a denial that the tenant offers. */
    readonly denialReasons?: readonly string[];
  }[];
  /** True if this person may use the paths of operators, or those of auditors. */
  readonly operator: boolean;
  readonly auditor: boolean;
}

export interface ShownActor {
  readonly kind: string;
  readonly name: string;
}

/** An old value beside its new one, as the action kind shows it. */
export interface ShownChange {
  readonly label: string;
  readonly from?: unknown;
  readonly to?: unknown;
  /** The values are too large for a list. The case shows them. */
  readonly omitted?: true;
}

/** A Task in the list of `GET /v1/tasks`. If the caller is not cleared to read the Task, its contents are missing. */
export interface TaskRow extends TaskView {
  readonly readable: boolean;
  readonly title?: string;
  readonly target?: { readonly sor: string; readonly resource: string; readonly ref: string };
  readonly requester?: ShownActor;
  readonly owner?: string;
  readonly changes?: readonly ShownChange[];
  readonly purpose?: string;
  readonly markings?: readonly string[];
}

/** A page of `GET /v1/tasks`. Without `cursor`, it is the last page. */
export interface TaskList {
  readonly tasks: readonly TaskRow[];
  readonly cursor?: string;
}

/** A record that the requester looked up. */
export interface Shown {
  readonly eventId: string;
  readonly tool: string;
  readonly version: string;
  readonly object: unknown;
}

/** A recorded call that the requester cites as evidence. */
export interface CitedCall {
  readonly eventId: string;
  readonly tool: string;
  readonly version: string;
  readonly arguments?: unknown;
  readonly result: unknown;
}

/** The answer of `GET /v1/tasks/{id}`. It has `action` for an Action, or `decision` for a result of an agent. */
export interface TaskCase {
  readonly task: TaskView & {
    /** The title of the action kind or of the tool. */
    readonly title: string;
    readonly requestedBy: ShownActor;
    readonly purpose: string;
    readonly markings: readonly string[];
    readonly reason?: string;
  };
  readonly action?: ActionView & {
    readonly requester: ShownActor;
    readonly owner?: string;
    readonly tool: string;
    readonly toolVersion: string;
  };
  readonly decision?: {
    readonly tool: string;
    readonly version: string;
    readonly arguments: unknown;
    readonly result: unknown;
  };
  readonly rationale: string;
  readonly payload?: unknown;
  readonly changes?: readonly ShownChange[];
  readonly basis?: Shown;
  readonly lookups?: Readonly<Record<string, Shown>>;
  readonly evidence?: readonly CitedCall[];
  readonly drafts?: Readonly<Record<string, unknown>>;
  readonly passages?: readonly ShownPassage[];
  readonly sources?: readonly CitedSource[];
}

/** A passage that the case quotes. Its surroundings are missing if the caller may not see the source. */
export interface ShownPassage {
  readonly quote: string;
  readonly source?: string;
  readonly document?: string;
  readonly title?: string;
  readonly before?: string;
  readonly after?: string;
  readonly place?: unknown;
}

/** A source that the case names. */
export interface CitedSource {
  readonly source: string;
  readonly name?: string;
  readonly mediaType: string;
}

/** The answer of `GET /v1/tasks/{id}/target`: the target as it is now. */
export interface TargetNow {
  readonly at: string;
  readonly changed: boolean;
}

/** The answer of `GET /v1/tasks/{id}/sources/{source}`. The links are valid for two minutes. */
export interface SourceLinks {
  readonly links: { readonly source: { readonly url: string } };
}

/** The answer of `POST /v1/tasks/{id}/decision`. */
export interface Decided {
  readonly decisionId: string;
  readonly task: TaskView;
}

/** An event of the audit log. The members depend on its kind. */
export interface ShownEvent {
  readonly eventId: string;
  readonly kind: string;
  readonly at: string;
  /** Only of a call. */
  readonly outcome?: string;
  readonly code?: string;
  readonly actor?: ShownActor;
  readonly tool?: string;
  readonly subject?: string;
  readonly actionId?: string;
  readonly runId?: string;
  /** The states before and after a transition or a Decision. */
  readonly from?: string;
  readonly to?: string;
  /** Only of a Decision, such as `approval.granted`. */
  readonly decisionKind?: string;
  readonly policies?: readonly string[];
  readonly policyHashes?: readonly string[];
}

/** The answer of `GET /v1/audit/policies/{hash}`: the text of a policy when it decided a call. */
export interface PolicyText {
  readonly text: string;
}

/** The answer of `GET /v1/audit/events`. The page is complete up to `indexedUntil`. */
export interface EventPage {
  readonly events: readonly ShownEvent[];
  readonly cursor?: string;
  readonly indexedUntil: string | null;
  readonly sealedUntil: string | null;
}

/** An Action in the list of `GET /v1/actions`. If the caller is not cleared to read the Action, its contents are missing. */
export interface ActionRow {
  readonly id: string;
  readonly state: ActionView['state'];
  readonly stagedAt: string;
  readonly ageSeconds: number;
  readonly next: { readonly owner: string };
  readonly readable: boolean;
  readonly title?: string;
  readonly target?: { readonly sor: string; readonly resource: string; readonly ref: string };
  readonly requester?: ShownActor;
  readonly owner?: string;
  readonly reason?: string;
  readonly attempts?: number;
  readonly reconciliations?: number;
}

/** A page of `GET /v1/actions`. Without `cursor`, it is the last page. */
export interface ActionList {
  readonly actions: readonly ActionRow[];
  readonly cursor?: string;
}
