import { auditProgress } from '../../adapters/tables/audit-progress.ts';
import type { Reconciliations, ReconciliationRow } from '../../adapters/tables/reconciliations.ts';
import type { EventSpan } from '../../audit-log/ledger-events.ts';
import { advance } from '../../audit-log/reconcile/advance.ts';
import { countedFindings, findingsIn, reconciledOf, type Reconciled } from '../../audit-log/reconcile/findings.ts';
import { beginReconciliation } from '../../audit-log/reconcile/reconciliation.ts';
import type { ReconcileSources } from '../../audit-log/reconcile/step.ts';
import { dueWeek } from '../../audit-log/reconcile/week.ts';
import { firstInstantOf } from '../../audit-log/span.ts';
import type { LogRows } from '../../audit-log/store.ts';
import type { ReconciliationEvent } from '../../contract/audit.ts';
import { ownEventId } from '../../contract/dispatch/keys.ts';
import type { Head, HeadState, Ledger } from '../../contract/system.ts';
import { keyedSince } from './keyed-since.ts';
import { left, resumed, uuidBefore, type UnderWay } from './resumed.ts';
import { spanAsked, spanProblem } from './span-asked.ts';

export interface ReconcileSpanDependencies extends Omit<ReconcileSources, 'telemetryKey'> {
  readonly head: Head;
  readonly rows: LogRows;
  /** Opens the progress of the weekly reconciliations, or of the reconciliation of one span. */
  readonly progressOf: (name: string) => Reconciliations;
  /** Keeps the event of the result. */
  readonly events: Pick<Ledger, 'note'>;
  /** Counts the findings. An alarm watches the count. */
  readonly found: (findings: number) => void;
  readonly now: () => number;
  readonly uuid: () => string;
  /** Returns a random text. */
  readonly salt: () => string;
}

/** The time for steps in one call: the function ends after 28 s, and one step may wait for a slow service. */
const workMillis = 12_000;

export interface Reconciling {
  readonly state: 'nothing is due' | 'under way' | 'done';
  readonly findings?: number;
}

/**
 * Continues the reconciliation that is under way, or begins the next one if a week is due. It does steps for some
 * seconds and keeps the progress; the next call continues. A call may also name a span, which is then compared in the
 * same way. The result is an event, and the number of findings is a metric.
 * @throws LogDamaged if a bundle of the log is missing or malformed, and the errors of the tables, buckets and logs.
 * Then the next call does the same steps again
 */
export const reconcileSpan =
  (deps: ReconcileSpanDependencies) =>
  async (event?: unknown): Promise<Reconciling> => {
    const asked = spanAsked(event);
    const began = deps.now();
    const progress = deps.progressOf(asked === undefined ? 'week' : nameOf(asked));
    const { row = {}, version } = await progress.read();
    const state = await deps.head.current();
    const earlier = resumed(row, began);
    const underWay = earlier ?? (await begun(deps, { asked, row, state }));
    if (underWay === undefined) return { state: 'nothing is due' };
    if (state.telemetryKey === undefined) throw new Error('the head has no telemetry key. Run cdk deploy again');
    // The uuid is kept before the event is written, so that each call for this span writes the same event.
    const isKept =
      earlier !== undefined || (await progress.write({ ...row, ...left(underWay, began) }, version)) === 'done';
    if (!isKept) return { state: 'under way' };
    const seen = earlier === undefined ? version + 1 : version;
    const sources = { ...deps, telemetryKey: state.telemetryKey };
    if (!(await advance(underWay.work, sources, () => deps.now() < began + workMillis))) {
      await progress.write({ ...row, ...left(underWay, deps.now()) }, seen);
      return { state: 'under way' };
    }
    const found = reconciledOf(underWay.work);
    const findings = findingsIn(found);
    // If the function ends before the row is written, the next call writes the same event again, which changes nothing.
    await deps.events.note(resultEvent(found, { uuid: underWay.uuid, at: deps.now(), release: state.release }));
    deps.found(findings);
    await progress.write({ last: found }, seen);
    return { state: 'done', findings };
  };

export const nameOf = ({ from, to }: EventSpan): string =>
  `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

interface Begun {
  readonly asked: EventSpan | undefined;
  readonly row: ReconciliationRow;
  readonly state: HeadState;
}

async function begun(deps: ReconcileSpanDependencies, given: Begun): Promise<UnderWay | undefined> {
  const span = await nextSpan(deps, given);
  if (span === undefined) return undefined;
  const work = await beginReconciliation(deps, span, {
    salt: deps.salt(),
    keyedSince: keyedSince(given.state),
    hasAccessLog: deps.access !== undefined,
  });
  return { work, uuid: uuidBefore(given.row, span) ?? deps.uuid() };
}

/** @throws RangeError if the span that was asked for cannot be compared */
async function nextSpan(
  { rows, objects, now }: ReconcileSpanDependencies,
  { asked, row: { last } }: Begun,
): Promise<EventSpan | undefined> {
  const { sealedUntil } = await auditProgress(rows);
  const settled = sealedUntil === undefined ? undefined : Date.parse(sealedUntil);
  if (asked) {
    const problem = spanProblem(asked, { settled, now: now() });
    if (problem !== undefined) throw new RangeError(`the span ${nameOf(asked)} cannot be compared: ${problem}`);
    return asked;
  }
  const lastEnd = last === undefined ? undefined : Date.parse(last.to);
  const week = settled === undefined ? undefined : dueWeek(lastEnd, { settled, now: now() });
  // Weeks before the first entry are not compared: the deployment did not exist then.
  const size = (await rows.sealed()).row?.size ?? 0;
  return week !== undefined && (await firstInstantOf(objects, size)) < week.to ? week : undefined;
}

const resultEvent = (
  found: Reconciled,
  { uuid, at, release }: { readonly uuid: string; readonly at: number; readonly release: string },
): ReconciliationEvent => ({
  kind: 'reconciliation',
  eventId: ownEventId('audit-reconcile', uuid),
  at: new Date(at).toISOString(),
  actor: { kind: 'platform', id: 'audit-reconcile', name: 'audit-reconcile' },
  release,
  from: found.from,
  to: found.to,
  counts: found.counts,
  findings: countedFindings(found),
});
