import type { Marking } from './markings.ts';

/**
 * The holder of an access token: an agent's app client, or a human of the user pool. The authorizer has proved who the
 * caller is, but not what the caller may do.
 */
export interface Caller {
  readonly kind: 'agent' | 'human';
  /** The name of the agent's definition, or the human's `sub`. */
  readonly id: string;
  /** The name of the agent's definition, or the human's login. */
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * The rights of an agent or a group, as the file of the agent or group declares them. They are read from the release in
 * force, so a revoked scope is revoked at once.
 */
export interface Definition {
  readonly id: string;
  /** Only for an agent: the login of its owner, the human who answers for it. */
  readonly owner?: string;
  readonly scopes: readonly string[];
  readonly clearances: readonly Marking[];
  readonly purposes: readonly string[];
  /** Maps a tool id to the pinned version. */
  readonly tools: Readonly<Record<string, string>>;
}

/** A caller with the rights that the release in force gives. A human has the rights of all its groups together. */
export interface Principal {
  readonly kind: Caller['kind'];
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  /** The clearances, each with all lower markings of its chain. */
  readonly clearances: readonly Marking[];
  readonly purposes: readonly string[];
  readonly pins: Readonly<Record<string, readonly string[]>>;
}

/** Identifies an agent, a human or the platform in events, rows and keys. */
export interface Actor {
  readonly kind: Caller['kind'] | 'platform';
  readonly id: string;
  readonly name: string;
}

export const actorOf = ({ kind, id, name }: Actor): Actor => ({ kind, id, name });
