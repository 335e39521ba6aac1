import type { Actor } from '../authority/identity.ts';

/** An agent's unit of work. It pins a release and owns its calls. It is written once. */
export interface Run {
  readonly runId: string;
  readonly owner: Actor;
  readonly purpose?: string;
  readonly subject?: string;
  readonly replayable: boolean;
  readonly release: string;
  readonly pins: Readonly<Record<string, string>>;
  readonly engine: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly expiresAt: string;
}
