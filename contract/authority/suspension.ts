import { Failure, type FailureCode } from '../failures.ts';
import type { Head, HeadState } from '../system.ts';
import type { Actor } from './identity.ts';

/** The kinds of things that an operator can suspend. `all` suspends all work of the tenant. */
export const suspendables = ['all', 'agent', 'tool', 'kind', 'queue', 'sor'] as const;
export type Suspendable = (typeof suspendables)[number];

/** The details of a suspension: the person, the time, the reason, and until when approved Actions are held. */
export interface Suspension {
  readonly by: Pick<Actor, 'id' | 'name'>;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly reason: string;
  /** ISO 8601, UTC. At this instant an approved Action that is still suspended is voided. */
  readonly holdUntil: string;
}

/** The things on which a call or an Action relies. */
export interface Involved {
  readonly agent?: string | undefined;
  readonly tool?: { readonly id: string; readonly version: string } | undefined;
  readonly kinds?: readonly string[];
  readonly queues?: readonly string[];
  readonly sors?: readonly string[];
}

export interface InForce {
  /** The name in the head's list, see `suspendedAs`. */
  readonly name: string;
  readonly code: Extract<FailureCode, `${Suspendable}.suspended`>;
  /** Undefined if an earlier version of the platform wrote the suspension. */
  readonly holdUntil: string | undefined;
}

/** Returns the name under which the head lists a suspended thing. Only the name of an agent needs a prefix. */
export const suspendedAs = (what: Suspendable, name: string): string =>
  what === 'all' ? 'all' : what === 'agent' ? `agent/${name}` : name;

/** Returns the agent that makes a request, or nothing if a human makes it. */
export const agentIn = ({ kind, id }: Actor): Involved => (kind === 'agent' ? { agent: id } : {});

/** Returns the suspensions that concern a call or an Action. Empty if it may proceed. */
export function suspensionsOf(
  { suspended, suspensions = {} }: Pick<HeadState, 'suspended' | 'suspensions'>,
  { agent, tool, kinds = [], queues = [], sors = [] }: Involved,
): readonly InForce[] {
  const named: Readonly<Record<Suspendable, readonly string[]>> = {
    all: ['all'],
    agent: agent === undefined ? [] : [suspendedAs('agent', agent)],
    tool: tool === undefined ? [] : [tool.id, `${tool.id}@${tool.version}`],
    kind: kinds,
    queue: queues,
    sor: sors,
  };
  return suspendables.flatMap((what) =>
    named[what]
      .filter((name) => suspended.includes(name))
      .map((name) => ({ name, code: `${what}.suspended` as const, holdUntil: suspensions[name]?.holdUntil })),
  );
}

/**
 * Checks that nothing on which the work relies is suspended.
 * @throws Failure `all.suspended`, `agent.suspended`, `tool.suspended`, `kind.suspended`, `queue.suspended`,
 * `sor.suspended`; `dependency.unavailable` if the head cannot be read
 */
export async function mustNotBeSuspended(head: Head, involved: Involved): Promise<void> {
  const [first] = suspensionsOf(await head.current(), involved);
  if (first)
    throw new Failure(first.code, first.name === 'all' ? 'all work is suspended' : `${first.name} is suspended`);
}
