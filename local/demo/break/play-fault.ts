import { LocalFailure } from '../../cloud/failure.ts';
import type { Demo } from '../demo-file.ts';
import * as answers from '../journey/answers.ts';
import { agent } from '../journey/cast.ts';
import { Traveller } from '../journey/step.ts';
import { waiting } from '../journey/until.ts';
import type { Fault } from './faults.ts';
import { countedInJournal, switchOff, switchOn } from './policy-admin.ts';
import { grantChange, proposeChange } from './propose-change.ts';

/** A claim that nothing else in the demo uses. */
const claim = 'CLM-2026-000075';
const healsWithinMillis = 120_000;
const ends = new Set(['committed', 'failed', 'voided', 'denied', 'expired', 'cancelled']);

/** Outcome of one fault, with the counts of the journal of the system of record. */
export interface Healed {
  /** How often the platform looked the change up, because the outcome of a request was unknown. */
  readonly lookups: number;
  readonly requests: number;
  readonly changes: number;
}

/**
 * Switches the fault on, has a change proposed and granted, and watches the Action until it has ended. All switches are
 * off afterwards.
 * @param tell is called with each state that the Action enters, and the seconds since the grant
 * @throws {LocalFailure} if the change is not committed, or not applied exactly once
 */
export async function playFault(
  demo: Demo,
  fault: Fault,
  tell: (state: string, seconds: number) => void,
): Promise<Healed> {
  const at = new Traveller(demo, () => undefined);
  const until = waiting(healsWithinMillis);
  try {
    const { actionId, taskId } = await proposeChange(at, claim);
    await switchOn(demo, { ...fault.switches, pathPrefix: `/claims/${claim}/` });
    await grantChange(at, until, taskId);
    const { state, lookups } = await watched(at, actionId, { demo, fault, tell });
    const counted = await countedInJournal(demo, actionId);
    mustBeHealed(state, counted.changes);
    return { lookups, ...counted };
  } finally {
    await switchOff(demo);
  }
}

async function watched(
  at: Traveller,
  actionId: string,
  {
    demo,
    fault,
    tell,
  }: { readonly demo: Demo; readonly fault: Fault; readonly tell: (state: string, seconds: number) => void },
): Promise<{ readonly state: string | undefined; readonly lookups: number }> {
  const since = performance.now();
  let state: string | undefined;
  let lookups = 0;
  await waiting(healsWithinMillis)('the end of the Action', async () => {
    const path = `/v1/actions/${actionId}`;
    const headers = { prefer: 'wait=20' };
    const { body } = await at.call({ who: agent, method: 'GET', path, headers });
    const { data } = answers.actionRead.safeParse(body);
    if (data === undefined || data.state === state) return false;
    state = data.state;
    lookups = data.reconciliations;
    tell(data.state, (performance.now() - since) / 1000);
    if (data.state === 'outcome_unknown' && fault.endsOnceUnknown) await switchOff(demo);
    return ends.has(data.state);
  });
  return { state, lookups };
}

function mustBeHealed(state: string | undefined, changes: number): void {
  if (state === 'committed' && changes === 1) return;
  throw new LocalFailure({
    what: 'The Action did not heal.',
    why: `It is ${state ?? 'unknown'}, and the system of record applied the change ${changes} times.`,
    next: 'This is a defect. Keep the folder .local and report it.',
  });
}
