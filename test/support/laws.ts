import { actionStateTable, taskStateTable } from '../../action-plane/states.ts';
import type { Plan, Played } from './plane-run.ts';

/** The laws of the Action Plane that a run broke. It must be empty for every run. */
export async function brokenLaws({ plane, sor, quiet, executions }: Played, plan: Plan): Promise<readonly string[]> {
  const [action, task] = [await plane.action(), await plane.task()];
  const grants = plane.decisions().filter(({ kind }) => kind === 'approval.granted');
  const failed = [...executions.values()].some((error) => error !== undefined);
  const isEnd = actionStateTable[action.state].owner === 'none' && taskStateTable[task.state].owner === 'none';
  const sends = sor.requests.length;
  const applied = sor.applied.length;
  const unsendable = new Set(['staged', 'pending', 'denied', 'expired', 'cancelled']);
  const parties = new Set([action.requester.name, action.owner]);

  const laws: Readonly<Record<string, boolean>> = {
    'nothing waits for ever': quiet && ![...executions.values()].includes('running'),
    'the change is applied at most once': applied <= 1,
    'committed says that it was applied': action.state !== 'committed' || applied === 1,
    'voided and failed say that it was not': !['voided', 'failed'].includes(action.state) || applied === 0,
    'what was not granted is not sent': !unsendable.has(action.state) || sends === 0,
    'a send follows a quorum of grants': sends === 0 || grants.length >= (plan.quorum ?? 1),
    'one vote a person': new Set(grants.map(({ by }) => by.id)).size === grants.length,
    'no grant by a party': grants.every(({ by }) => !parties.has(by.name)),
    'every grant is of what was shown': grants.every(({ digest }) => digest === plane.digest),
    'every grant was in time': grants.every(({ at }) => Date.parse(at) < Date.parse(task.dueAt)),
    'one reference for every send': sor.requests.every(({ reference }) => reference === action.id),
    // A machine that gives up fails. That raises an alarm, so the owner is informed.
    'every state is an end, or has been told': isEnd || failed,
    'after at most one fault a grant is taken up within a minute':
      (plan.crashes?.length ?? 0) > 1 || takenUpAfterMillis(plane) <= 60_000,
    'one event for each step': eventsOfSteps(plane) === action.version - 1,
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

/** The number of versions of the Action that transition events report, each counted once. */
function eventsOfSteps(plane: Played['plane']): number {
  const steps = plane.events().filter((event) => event.kind === 'transition' || event.kind === 'decision');
  const versions = steps.filter(({ to = '' }) => to in actionStateTable).map(({ actionVersion }) => actionVersion);
  return new Set(versions).size === versions.length ? versions.length : -1;
}

/** From the grant that filled the quorum to the first claim; 0 if there was none. */
function takenUpAfterMillis(plane: Played['plane']): number {
  const at = (state: string): number | undefined => {
    const event = plane.events().find((one) => 'to' in one && one.to === state);
    return event && Date.parse(event.at);
  };
  const [granted, claimed] = [at('approved'), at('committing')];
  return granted === undefined || claimed === undefined ? 0 : claimed - granted;
}
