import { randomBytes } from 'node:crypto';
import type { LedgerScan } from '../../adapters/aws/ledger-scan.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { auditProgress } from '../../adapters/tables/audit-progress.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { head } from '../../adapters/tables/head.ts';
import { reconciliations, type ReconciliationRow } from '../../adapters/tables/reconciliations.ts';
import type { EventSpan } from '../../audit-log/ledger-events.ts';
import { advance } from '../../audit-log/reconcile/advance.ts';
import { findingsIn, reconciledOf, type Reconciled } from '../../audit-log/reconcile/findings.ts';
import { beginReconciliation } from '../../audit-log/reconcile/reconciliation.ts';
import type { AccessLog } from '../../audit-log/reconcile/step.ts';
import type { LogObjects } from '../../audit-log/store.ts';
import { LogDamaged } from '../../audit-log/tree-writer.ts';
import { keyedSince } from '../../lambdas/audit-reconcile/keyed-since.ts';
import { nameOf } from '../../lambdas/audit-reconcile/reconcile-span.ts';
import { left, resumed, type UnderWay } from '../../lambdas/audit-reconcile/resumed.ts';
import { spanProblem } from '../../lambdas/audit-reconcile/span-asked.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io } from '../command.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { cursorText, reconciledLines } from './reconciled-lines.ts';
import { costLine, readingCost } from './redrive-cost.ts';
import { spanOption } from './span-option.ts';

export interface ReconcileStores {
  readonly database: Database;
  readonly ledger: LedgerScan;
  readonly objects: Pick<LogObjects, 'get'>;
  /** @default the deployment has no access log */
  readonly access?: AccessLog | undefined;
}

/**
 * Command `logic-plane audit reconcile`. It needs the rights of the role in the output `AuditOperatorRole`.
 * @param stores opens the deployment that the command line selects
 */
export const reconcileOf = (
  stores: (given: Given) => Promise<ReconcileStores>,
  now: () => number = Date.now,
): Command => ({
  summary:
    'Compare the ledger, the audit log and the access log in a span of time, and name what differs. Without a span, show the result of the last weekly comparison',
  operands: '[--from INSTANT --to INSTANT] [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane audit reconcile',
    'logic-plane audit reconcile --from 2026-11-01T00:00:00Z --to 2026-11-02T00:00:00Z',
  ],
  options: {
    from: {
      type: 'string',
      says: 'compare the events at or after this instant (ISO 8601), which is at most 29 days ago',
    },
    to: { type: 'string', says: 'compare the events before this instant. The log must be complete up to it' },
    ...deployment,
  },
  run: async (given, io) => {
    if (given.operands.length > 0) throw new UsageError('audit reconcile takes no operand. Use --from and --to');
    const span = spanIn(given);
    return reached(async () => {
      const opened = await stores(given);
      return span === undefined ? lastWeek(opened, given, io) : compare({ ...opened, given, io, span, now });
    }, unreached);
  },
});

function spanIn(given: Given): EventSpan | undefined {
  const { from, to } = given.options;
  if ((from === undefined) !== (to === undefined))
    throw new UsageError('audit reconcile takes --from INSTANT together with --to INSTANT');
  return spanOption(given);
}

async function lastWeek({ database }: ReconcileStores, { json }: Given, { out }: Io): Promise<ExitCode> {
  const { row = {} } = await reconciliations(database, 'week').read();
  const { last, underWay } = row;
  if (json) out(`${JSON.stringify({ last: last ?? null, underWay: underWay?.kept.work.cursor ?? null })}\n`);
  else for (const line of weekLines(row)) out(`${line}\n`);
  return last !== undefined && findingsIn(last) > 0 ? exitCodes.finding : exitCodes.ok;
}

const weekLines = ({ last, underWay }: ReconciliationRow): readonly string[] => [
  ...(last ? reconciledLines(last) : ['no week was compared yet. A week is compared after its end, on Monday']),
  ...(underWay ? [`the next comparison ${cursorText(underWay.kept.work.cursor)}`] : []),
];

interface Comparing extends ReconcileStores {
  readonly given: Given;
  readonly io: Io;
  readonly span: EventSpan;
  readonly now: () => number;
}

async function compare(comparing: Comparing): Promise<ExitCode> {
  const { given, io, database, span, now } = comparing;
  const { sealedUntil } = await auditProgress(auditLogRows(database));
  const settled = sealedUntil === undefined ? undefined : Date.parse(sealedUntil);
  const problem = spanProblem(span, { settled, now: now() });
  if (problem !== undefined) throw new UsageError(`this span cannot be compared: ${problem}`);
  try {
    const found = await compared(comparing);
    if (given.json) io.out(`${JSON.stringify({ findings: findingsIn(found), ...found })}\n`);
    else for (const line of reconciledLines(found)) io.out(`${line}\n`);
    return findingsIn(found) === 0 ? exitCodes.ok : exitCodes.finding;
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    io.err(`the comparison cannot be completed: ${error.message}. Export and verify the log\n`);
    return exitCodes.finding;
  }
}

/** The time between two writes of the progress. */
const keepMillis = 10_000;

async function compared({ given, io, span, now, ...stores }: Comparing): Promise<Reconciled> {
  const { database, access } = stores;
  const progress = reconciliations(database, nameOf(span));
  let { row = {}, version } = await progress.read();
  const state = await head(database).current();
  if (state.telemetryKey === undefined)
    throw new UsageError('this deployment has no telemetry key yet. Deploy it first');
  const underWay: UnderWay = resumed(row, now()) ?? {
    uuid: '',
    work: await beginReconciliation({ rows: auditLogRows(database), ...stores }, span, {
      salt: randomBytes(16).toString('hex'),
      keyedSince: keyedSince(state),
      hasAccessLog: access !== undefined,
    }),
  };
  io.err(`${costLine('comparison', readingCost(await stores.ledger.bytes(), [underWay.work.log]))}\n`);
  const shown = progressLine(io, given.json);
  const sources = { ...stores, access, telemetryKey: state.telemetryKey };
  for (let until = now() + keepMillis; ; until = now() + keepMillis) {
    const isDone = await advance(underWay.work, sources, () => now() < until);
    if (isDone) break;
    shown.show(`the comparison ${cursorText(underWay.work.cursor)}`);
    // If another command compares the same span, both work on, and the first result stays.
    if ((await progress.write({ ...row, ...left(underWay, now()) }, version)) === 'done') version += 1;
  }
  shown.end();
  const last = reconciledOf(underWay.work);
  await progress.write({ last }, version);
  return last;
}

const unreached = {
  says: 'the comparison was not completed',
  needs:
    'You need the rights of the role in the output AuditOperatorRole. Run the command again: it continues where it stopped',
} as const;
