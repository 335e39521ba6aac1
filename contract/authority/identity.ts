import type { Marking } from './markings.ts';

/** Who holds the token: an agent's app client, or a human of the user pool. Proved by the authorizer, nothing more. */
export interface Caller {
  readonly kind: 'agent' | 'human';
  /** The agent's definition name, or the human's `sub`. */
  readonly id: string;
  /** The agent's definition name, or the human's login. */
  readonly name: string;
  readonly groups: readonly string[];
}

/** An agent's file or a group's: what its holder may do. Read from the release in force, so that a revoked scope is revoked. */
export interface Definition {
  readonly id: string;
  /** Of an agent: the login of the human who answers for it. */
  readonly owner?: string;
  readonly scopes: readonly string[];
  readonly clearances: readonly Marking[];
  readonly purposes: readonly string[];
  /** Tool id to the pinned version. */
  readonly tools: Readonly<Record<string, string>>;
}

/** A caller as defined now. A human is the union of the groups that it is a member of. */
export interface Principal {
  readonly kind: Caller['kind'];
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  /** Expanded downward. */
  readonly clearances: readonly Marking[];
  readonly purposes: readonly string[];
  readonly pins: Readonly<Record<string, readonly string[]>>;
}

/** Names a principal in events, rows and keys. */
export interface Actor {
  readonly kind: Caller['kind'] | 'platform';
  readonly id: string;
  readonly name: string;
}

export const actorOf = ({ kind, id, name }: Actor): Actor => ({ kind, id, name });
