import type { DispatchEvent } from '../../audit.ts';
import type { Call, Concluded, Outcome, Permissioned } from '../../call.ts';
import { Failure, outcomeOf } from '../../failures.ts';
import { eventName } from '../../values/event-name.ts';
import { actorOf } from '../../authority/identity.ts';
import { nameForm, ownEventId } from '../keys.ts';
import { MissingReference } from '../missing-reference.ts';
import { inTime, type Limit } from '../in-time.ts';
import { PolicyVerdict } from '../policy-verdict.ts';
import { timeLimits } from '../../platform/limits.ts';
import { reads } from '../../authority/reads.ts';
import { releaseForEvent } from '../../authority/release-in-force.ts';
import type { System } from '../../system.ts';

type Known = Call & Partial<Permissioned<unknown>>;

/**
 * Handles every error of the chain: writes an event with the error and with everything that is known of the call by
 * then (docs/spec.md, 9.1, Audited).
 */
export const audited =
  ({ ledger, now, head, observer, runs }: Pick<System, 'ledger' | 'now' | 'head' | 'observer' | 'runs'>) =>
  async (error: unknown, known: Known): Promise<Concluded> => {
    const failure = error instanceof Failure ? error : new Failure('internal', 'the platform failed unexpectedly');
    const whileLooking = runOf(known, failure, { runs, now });
    const release = known.release?.id ?? (await releaseForEvent(head, limitOf(known, now, 'half')));
    const run = await whileLooking;
    const event = eventOf(failure, known, { now: now(), release, ...run });
    if (event.outcome === 'failed') observer.failed(error, event.eventId);
    const concluded = {
      event,
      scopes: known.principal?.scopes ?? [],
      ...(known.record === undefined ? {} : { tool: known.record.id }),
    };
    try {
      await inTime(ledger.note(event), limitOf(known, now));
    } catch {
      // The ledger may have stored the event or not, so the caller gets no event id.
      return { outcome: refusal(new Failure('ledger.unanswered', unanswered)), ...concluded };
    }
    return { outcome: refusal(failure, event.eventId), ...concluded };
  };

const unanswered = 'the ledger did not answer';

/**
 * Returns the time limit for writing the event of a refusal. The event may be written for `recordMillis` after the
 * call's deadline. Reading the run and the head may take half of that time.
 */
const limitOf = ({ deadlineAt }: Call, now: () => number, share: 'half' | 'all' = 'all'): Limit => {
  const millis = timeLimits.recordMillis / (share === 'half' ? 2 : 1);
  return { at: Math.max(now(), deadlineAt) + millis, now, code: 'ledger.unanswered', detail: unanswered };
};

const refusal = (failure: Failure, eventId?: string): Outcome => ({
  refused: failure.code,
  detail: failure.message,
  ...(failure.pointer === undefined ? {} : { pointer: failure.pointer }),
  ...(failure.exceptions.length === 0 ? {} : { exceptions: failure.exceptions }),
  ...(failure.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds }),
  ...(eventId === undefined ? {} : { eventId }),
});

type OfRun = Pick<DispatchEvent, 'runId' | 'namesRun'>;

/**
 * Returns the run that the event belongs to. Only calls of the run's owner may appear in the timeline of the run. If
 * the call failed because the tables could not be read, the owner of the run is unknown, and the tables are not read a
 * second time.
 */
async function runOf(known: Known, failure: Failure, { runs, now }: Pick<System, 'runs' | 'now'>): Promise<OfRun> {
  const { run, runId, caller } = known;
  if (runId === undefined) return {};
  if (run) return { runId };
  const asked = nameForm.test(runId) && failure.code !== 'dependency.unavailable';
  const found = asked ? await inTime(runs.find(runId), limitOf(known, now, 'half')).catch(() => undefined) : undefined;
  return found && reads.Run(caller, found) ? { runId } : { namesRun: eventName(runId) };
}

function eventOf(
  failure: Failure,
  known: Known,
  { now, release, ...run }: OfRun & { readonly now: number; readonly release: string },
): DispatchEvent {
  const { policies, policyHashes } = failure instanceof PolicyVerdict ? failure : known;
  const purpose = known.purposeOfUse ?? known.purpose;
  const version = known.record?.version ?? known.version;
  return {
    kind: 'dispatch',
    eventId: ownEventId(known.function, known.id),
    at: new Date(known.at).toISOString(),
    actor: actorOf(known.caller),
    ...known.via,
    release,
    function: known.function,
    tool: eventName(known.tool),
    outcome: outcomeOf(failure.code),
    code: failure.code,
    exceptions: failure.exceptions.map(({ kind }) => kind),
    durationMillis: now - known.at,
    ...defined({
      purpose: purpose && eventName(purpose),
      version: version && eventName(version),
      argsHash: known.argsHash,
      pins: known.pins,
      markings: known.markings,
      policies,
      policyHashes,
    }),
    ...run,
    ...verdictOf(failure, known),
    ...(failure instanceof MissingReference && failure.pointer !== undefined
      ? { reference: { pointer: failure.pointer, why: failure.why } }
      : {}),
  };
}

const verdictOf = (failure: Failure, known: Partial<Permissioned<unknown>>): Pick<DispatchEvent, 'verdict'> => {
  if (failure.code === 'permission.denied') return { verdict: 'deny' };
  if (failure.code === 'permission.failed') return { verdict: 'failed' };
  return known.policies === undefined ? {} : { verdict: 'allow' };
};

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
