import type { Marking } from './markings.ts';

/**
 * The holder of the token: an agent's app client, or a human of the user pool. The authorizer has proved the identity
 * and nothing else.
 */
export interface Caller {
  readonly kind: 'agent' | 'human';
  /** The agent's definition name, or the human's `sub`. */
  readonly id: string;
  /** The agent's definition name, or the human's login. */
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * The file of an agent or a group: it says what the holder may do. It is read from the release in force, so a revoked
 * scope is revoked at once.
 */
export interface Definition {
  readonly id: string;
  /** Only for an agent: the login of the human who answers for it. */
  readonly owner?: string;
  readonly scopes: readonly string[];
  readonly clearances: readonly Marking[];
  readonly purposes: readonly string[];
  /** Tool id to the pinned version. */
  readonly tools: Readonly<Record<string, string>>;
}

/** A caller as the release in force defines it. A human has the union of the rights of all its groups. */
export interface Principal {
  readonly kind: Caller['kind'];
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  /** Expanded: a clearance includes all lower markings of its chain. */
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
