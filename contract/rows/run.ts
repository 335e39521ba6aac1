import type { Actor } from '../authority/identity.ts';

/**
 * One piece of an agent's work. A run pins a release, and only the run's owner makes calls in it. The row is written
 * once, and changed only by an erasure.
 */
export interface Run {
  readonly runId: string;
  readonly owner: Actor;
  readonly purpose?: string;
  readonly subject?: string;
  readonly replayable: boolean;
  readonly release: string;
  readonly pins: Readonly<Record<string, string>>;
  readonly engine: string;
  /** The instant at which the run was opened; ISO 8601, UTC. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The instant at which an operator erased the values of the run; ISO 8601, UTC. */
  readonly erasedAt?: string;
}
