import type { Actor } from '../authority/identity.ts';

/** One piece of an agent's work. It pins a release, and its calls belong to its owner. The row is written once. */
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
}
