import { head } from '../../adapters/tables/head.ts';
import type { LedgerScan } from '../../adapters/aws/ledger-scan.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { redriveSteps } from '../../adapters/tables/redrive-steps.ts';
import { RedriveOvertaken } from '../../audit-log/append-redriven.ts';
import { ledgerSegments, type EventSpan } from '../../audit-log/ledger-events.ts';
import { redrive, redrivePasses, youngestMillis, type Redrive, type RedrivePass } from '../../audit-log/redrive.ts';
import type { LogObjects } from '../../audit-log/store.ts';
import { LogDamaged } from '../../audit-log/tree-writer.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io } from '../command.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { carryAgain } from './carry-again.ts';
import { costLine, readingCost } from './redrive-cost.ts';
import { spanOption } from './span-option.ts';

export interface RedriveStores {
  readonly database: Database;
  readonly ledger: LedgerScan;
  readonly objects: Pick<LogObjects, 'get' | 'put'>;
}

/**
 * Command `logic-plane audit redrive`. It needs the rights of the role in the output `AuditOperatorRole`.
 * @param stores opens the deployment that the command line selects
 */
export const redriveOf = (stores: (given: Given) => Promise<RedriveStores>, now: () => number = Date.now): Command => ({
  summary:
    'Carry the events of a span of time from the ledger into the audit log again. The command adds only what is missing. If it stops, run it again and it continues',
  operands: '--from INSTANT --to INSTANT [--check] [--yes] [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane audit redrive --from 2026-11-01T00:00:00Z --to 2026-11-02T00:00:00Z',
    'logic-plane audit redrive --from 2026-11-01T00:00:00Z --to 2026-11-02T00:00:00Z --yes',
  ],
  options: {
    from: { type: 'string', says: 'carry the events at or after this instant (ISO 8601)' },
    to: {
      type: 'string',
      says: 'carry the events before this instant, which must be at least 26 hours old: until then the stream may still deliver them',
    },
    check: { type: 'boolean', says: 'only count the events that the log does not have, and change nothing' },
    yes: { type: 'boolean', says: 'start; without it the command only prints what it would read and what that costs' },
    ...deployment,
  },
  run: async (given, io) => {
    if (given.operands.length > 0) throw new UsageError('audit redrive takes no operand. Use --from and --to');
    const span = olderSpan(given, now());
    try {
      return await reached(async () => redriven({ given, io, span, now, ...(await stores(given)) }), unreached);
    } catch (error) {
      if (!(error instanceof LogDamaged) && !(error instanceof RedriveOvertaken)) throw error;
      io.err(`${error.message}\n`);
      return exitCodes.finding;
    }
  },
});

const unreached = {
  says: 'the redrive was not completed',
  needs:
    'You need the rights of the role in the output AuditOperatorRole. Run the command again: it continues where it stopped',
} as const;

interface Redriving extends RedriveStores {
  readonly given: Given;
  readonly io: Io;
  readonly span: EventSpan;
  readonly now: () => number;
}

function olderSpan(given: Given, now: number): EventSpan {
  const span = spanOption(given);
  if (span === undefined || given.options['from'] === undefined || given.options['to'] === undefined)
    throw new UsageError('audit redrive needs --from INSTANT and --to INSTANT');
  const latest = now - youngestMillis;
  if (span.to > latest)
    throw new UsageError(
      `--to must be at least 26 hours ago: use ${new Date(latest).toISOString()} or earlier. The stream may still deliver later events`,
    );
  return span;
}

async function redriven(redriving: Redriving): Promise<ExitCode> {
  const { given, io, span, database, ledger, objects } = redriving;
  const log = { rows: auditLogRows(database), objects };
  const passes = await redrivePasses(log, span);
  const cost = readingCost(await ledger.bytes(), passes);
  if (given.options['yes'] !== true) {
    if (given.json) io.out(`${JSON.stringify({ started: false, ...cost })}\n`);
    else io.out(`${costLine('redrive', cost)}\nNothing was read or changed yet. To start, add --yes\n`);
    return exitCodes.usage;
  }
  io.err(`${costLine('redrive', cost)}\n`);
  const { erasedRuns, ...done } = await eachPass(redriving, log, passes);
  for (const runId of erasedRuns)
    io.err(
      `the log lacked an event of the erased run ${runId}, so the ledger still has its values. Next: npx logic-plane audit erase ${runId} --reason TEXT\n`,
    );
  return told(done, given, io);
}

async function eachPass(
  { given, io, span, now, database, ledger }: Redriving,
  log: Parameters<typeof redrive>[0],
  passes: readonly RedrivePass[],
): Promise<Redrive & { readonly erasedRuns: ReadonlySet<string> }> {
  const check = given.options['check'] === true;
  const name = [check ? 'check' : 'carry', ...[span.from, span.to].map((at) => new Date(at).toISOString())].join('#');
  const steps = redriveSteps(database, name);
  const begun = check ? 0 : await steps.done();
  const { telemetryKey } = await head(database).current();
  if (telemetryKey === undefined) throw new UsageError('this deployment has no telemetry key yet. Deploy it first');
  const erasedRuns = new Set<string>();
  const carry = carryAgain(database, telemetryKey, (runId) => erasedRuns.add(runId));
  const progress = progressLine(io, given.json);
  const total: { found: number; missing: number; unwritable: string[] } = { found: 0, missing: 0, unwritable: [] };
  for (const [index, pass] of passes.entries()) {
    const before = index * ledgerSegments;
    if (begun >= before + ledgerSegments) continue;
    // Each pass sees what the passes before it appended.
    const { row } = await log.rows.head();
    const fresh = { ...pass, ...(row && { head: row }) };
    const done = await redrive(log, fresh, {
      ledger,
      carry,
      check,
      now,
      from: Math.max(0, begun - before),
      onSegment: async ({ segment, found, missing }) => {
        if (!check) await steps.note(before + segment + 1);
        progress.show(
          `${before + segment + 1} of ${passes.length * ledgerSegments} segments, ${total.found + found} events, ${total.missing + missing} missing`,
        );
      },
    }).finally(() => progress.end());
    total.found += done.found;
    total.missing += done.missing;
    total.unwritable.push(...done.unwritable);
  }
  // The next redrive of this span begins at the start again.
  if (!check) await steps.note(0);
  return { ...total, erasedRuns };
}

function told({ found, missing, unwritable }: Redrive, { json, options }: Given, { out, err }: Io): ExitCode {
  const check = options['check'] === true;
  if (json) out(`${JSON.stringify({ started: true, check, found, missing, unwritable })}\n`);
  else if (check) out(`${found} events in the ledger, ${missing} of them are not in the audit log\n`);
  else out(`${found} events in the ledger, ${missing - unwritable.length} of them were added to the audit log\n`);
  if (!json)
    for (const id of unwritable)
      err(`${id} can never be written. See docs/operating.md, "When an event is set aside"\n`);
  return (check && missing > 0) || unwritable.length > 0 ? exitCodes.finding : exitCodes.ok;
}
