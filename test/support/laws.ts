import { actionStateTable, taskStateTable } from '../../action-plane/states.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { start } from './plane.ts';
import type { Plan, Played } from './plane-run.ts';

/** Returns the laws of the Action Plane that a run broke, followed by what was seen; an empty list if it broke none. */
export async function brokenLaws(played: Played, plan: Plan): Promise<readonly string[]> {
  const { plane, sor, quiet, executions, histories } = played;
  const [action, task] = [await plane.action(), await plane.task()];
  const grants = plane.decisions().filter(({ kind }) => kind === 'approval.granted');
  const failed = [...executions.values()].some((error) => error !== undefined);
  const isEnd = actionStateTable[action.state].owner === 'none' && taskStateTable[task.state].owner === 'none';
  const sends = sor.requests.length;
  const applied = sor.applied.length;
  const unsendable = new Set(['staged', 'pending', 'denied', 'expired']);
  const parties = new Set([action.requester.name, action.owner]);

  const laws: Readonly<Record<string, boolean>> = {
    'no execution waits forever': quiet && ![...executions.values()].includes('running'),
    'the history of an execution stays below 5,000 events': Math.max(0, ...histories.values()) < 5000,
    'the change is applied at most once': applied <= 1,
    'a change that is sent has the version and the content that were granted': sor.requests.every(
      ({ ifMatch, body }) => ifMatch === plane.granted.version && sha256(body) === plane.granted.payloadHash,
    ),
    'every vote is answered': (plan.crashes?.length ?? 0) > 0 || !played.votes.includes('unanswered'),
    'a committed change was applied': action.state !== 'committed' || applied === 1,
    // A change that was sent and proved absent may be withdrawn before it is sent again.
    'a withdrawn change was not applied': action.state !== 'cancelled' || applied === 0,
    // The refusal of a blind SoR is taken as the outcome. The table of faults in docs/action-plane.md lists this.
    'a voided or failed change was not applied':
      !['voided', 'failed'].includes(action.state) || applied === 0 || isBlind(plan),
    'a change that was not granted is not sent': !unsendable.has(action.state) || sends === 0,
    'a send follows a quorum of grants': sends === 0 || grants.length >= (plan.quorum ?? 1),
    'each person has one vote': new Set(grants.map(({ by }) => by.id)).size === grants.length,
    'neither the requester nor the owner grants': grants.every(({ by }) => !parties.has(by.name)),
    'every grant has the digest that was shown': grants.every(({ digest }) => digest === plane.digest),
    'every grant is before the deadline': grants.every(({ at }) => Date.parse(at) < Date.parse(task.dueAt)),
    'every request to the SoR has the same reference': sor.requests.every(({ reference }) => reference === action.id),
    // An execution that gives up fails. Its failure raises an alarm, so that people know about it.
    'the Action and the Task are at an end, or an execution failed': isEnd || failed,
    'after at most one crash, the commit starts within a minute of the grant':
      plan.suspended !== undefined || (plan.crashes?.length ?? 0) > 1 || commitStartedAfterMillis(plane) <= 60_000,
    'nothing is sent while it is suspended': !sentWhileSuspended(played, plan),
    'a held Action is sent after resume, or voided at the end of its hold, within about a minute': !heldTooLong(
      played,
      plan,
    ),
    'each step has one event': eventsOfSteps(plane) === action.version - 1,
  };
  const broken = Object.entries(laws).filter(([, holds]) => !holds);
  if (broken.length === 0) return [];
  const seen = {
    action: action.state,
    reason: action.reason,
    task: task.state,
    machines: [...executions.values()],
    plan,
  };
  return [...broken.map(([law]) => law), JSON.stringify(seen)];
}

/** Returns the time at which the suspension begins and ends, in epoch milliseconds; nobody resumes it at Infinity. */
const suspendedTimes = ({ suspended }: Plan): readonly [number, number] =>
  suspended === undefined
    ? [Infinity, Infinity]
    : [start + suspended.atSeconds * 1000, start + (suspended.resumedAtSeconds ?? Infinity) * 1000];

/** Returns true if a claim, after which the change is sent at once, was written while its Action was suspended. */
function sentWhileSuspended({ plane }: Played, plan: Plan): boolean {
  const [from, until] = suspendedTimes(plan);
  return claimsOf(plane).some((at) => at > from && at < until);
}

/** Returns true if a held Action was not sent after `resume`, or not voided after the end of its hold. */
function heldTooLong({ plane, executions }: Played, plan: Plan): boolean {
  const isCrashed = (plan.crashes?.length ?? 0) > 0 || [...executions.values()].some((error) => error !== undefined);
  const events = plane.events();
  const held = events.findLastIndex(isHold);
  if (held < 0 || isCrashed || plan.suspended === undefined) return false;
  const [from, resumed] = suspendedTimes(plan);
  const free = Math.min(resumed, from + plan.suspended.holdSeconds * 1000);
  const next = events.slice(held + 1).find((event) => 'from' in event && event.from === 'approved');
  return next === undefined || Date.parse(next.at) > free + 61_000;
}

/** Returns true for the event that an Action is held. */
const isHold = (event: AuditEvent): boolean =>
  event.kind === 'transition' && event.to === 'approved' && (event.reason?.endsWith('.suspended') ?? false);

const claimsOf = (plane: Played['plane']): readonly number[] =>
  plane.events().flatMap((event) => ('to' in event && event.to === 'committing' ? [Date.parse(event.at)] : []));

const isBlind = ({ sor }: Plan): boolean => sor !== undefined && sor.changes === undefined;

/** Counts the versions of the Action that its events report; -1 if two events report the same version. */
function eventsOfSteps(plane: Played['plane']): number {
  const steps = plane.events().filter((event) => event.kind === 'transition' || event.kind === 'decision');
  const versions = steps.filter(({ to = '' }) => to in actionStateTable).map(({ actionVersion }) => actionVersion);
  return new Set(versions).size === versions.length ? versions.length : -1;
}

/** Returns the time from the last grant that was needed to the start of the commit; 0 if one of the two did not happen. */
function commitStartedAfterMillis(plane: Played['plane']): number {
  const at = (state: string): number | undefined => {
    const event = plane.events().find((one) => 'to' in one && one.to === state);
    return event && Date.parse(event.at);
  };
  const [granted, claimed] = [at('approved'), at('committing')];
  return granted === undefined || claimed === undefined ? 0 : claimed - granted;
}
