import { describe, expect, it } from 'vitest';
import { headWriter } from '../../../adapters/tables/head.ts';
import { reconciliations } from '../../../adapters/tables/reconciliations.ts';
import { uuidOf } from '../../../audit-log/entry.ts';
import type { LedgerPlace, EventSpan } from '../../../audit-log/ledger-events.ts';
import { reconciledOf } from '../../../audit-log/reconcile/findings.ts';
import { beginReconciliation, keptReconciliation } from '../../../audit-log/reconcile/reconciliation.ts';
import { reconcileOf, type ReconcileStores } from '../../../bin/audit/reconcile.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { day, eventAt, ledgerAndLog, now, tenantKey } from '../../audit-log/redriven-world.ts';
import { accessLine } from '../../audit-log/reconcile/access-lines.ts';

const hour = 3600 * 1000;
const events = Array.from({ length: 200 }, (_, at) => ({ ...eventAt(at * 60), requestId: `request-${at}` }));
const lines = events.map(({ requestId, at }) => accessLine({ requestId, at: Date.parse(at) }));
const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };

async function reconciling(logged: readonly AuditEvent[] = events) {
  const world = await ledgerAndLog(events, logged);
  await world.rows.noteIndexed({ shards: {}, until: new Date(day + 48 * hour).toISOString() }, 0);
  await headWriter(world.database).write({ release: 'r', withdrawn: [], suspended: [], telemetryKey: tenantKey }, 0);
  const run = async (
    options: Readonly<Record<string, string>> = span,
    { json = false, ...stores }: Partial<ReconcileStores> & { readonly json?: boolean } = {},
    clock = now,
  ) => {
    let [out, err] = ['', ''];
    const command = reconcileOf(
      async () => ({ ...world, access: { page: async () => ({ lines }) }, ...stores }),
      clock,
    );
    const given = { operands: [], options, tenant: 't', tenantsDir: 'tenants', json };
    const code = await command.run(given, { out: (text) => (out += text), err: (text) => (err += text), color: false });
    return { code, out, err };
  };
  return { world, run };
}

describe('The command audit reconcile', () => {
  it('If nothing differs, the command says what it compared, and that there is no difference', async () => {
    const { run } = await reconciling();
    const { code, out, err } = await run();
    expect([code, out]).toEqual([
      0,
      '2026-11-20T00:00:00.000Z to 2026-11-21T00:00:00.000Z: 200 events in the ledger, 200 entries in the audit log, 200 lines in the access log\nNo difference was found\n',
    ]);
    expect(err).toMatch(/^The comparison reads the whole ledger, 0\.\d MB, once \(\d+ read units\), and 200 entries/);
  });

  it('The command names each event that the audit log lacks, with its time, and the redrive that appends them', async () => {
    const { world, run } = await reconciling(events.filter((_, at) => at !== 7 && at !== 90));
    const { code, out } = await run();
    expect(code).toBe(1);
    const [seven] = events.slice(7);
    expect(out).toContain(
      `event ${uuidOf(seven?.eventId ?? '')} of 2026-11-20T00:07:00.000Z is in the ledger, but not in the audit log\n`,
    );
    expect(out).toContain(
      'request request-7 of 2026-11-20T00:07:00.000Z, POST /v1/conversion/{tool}, status 200, has an event in the ledger, but no entry in the audit log\n',
    );
    expect(out).toContain(
      'Next: append what is missing: npx logic-plane audit redrive --from 2026-11-20T00:07:00Z --to 2026-11-20T01:30:01Z\n',
    );
    expect(world.database.items('audit')).toEqual([]);
  });

  it('The command names other differences, and what to do about each', async () => {
    const { run } = await reconciling([...events, eventAt(30)]);
    const unseen = accessLine({ requestId: 'unseen', at: day + hour });
    const { out } = await run(span, { access: { page: async () => ({ lines: [...lines.slice(1), unseen] }) } });
    expect(out).toMatch(
      /event [0-9a-f-]{36} of 2026-11-20T00:00:30\.000Z is in the audit log more often than in the ledger\n/,
    );
    expect(out).toContain(
      'request unseen of 2026-11-20T01:00:00.000Z, POST /v1/conversion/{tool}, status 200, has no event in the ledger\n',
    );
    expect(out).toContain('request request-0 has an event, but the access log does not have it\n');
    expect(out).toContain('Do not run a redrive');
    expect(out).toContain('look for the request id in the log of the function');
    expect(out).toContain('look in CloudTrail');
  });

  it('With --json the command prints the result as one JSON value', async () => {
    const { run } = await reconciling(events.slice(1));
    const { code, out } = await run(span, { json: true });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ findings: 2, counts: { ledger: 200, log: 199, access: 200 } });
  });

  it('A command that was stopped continues with the page at which it stopped', async () => {
    const { world, run } = await reconciling(events.slice(1));
    const read: string[] = [];
    let time = now();
    const clock = () => (time += 4000);
    const stopping = {
      ...world.ledger,
      page: (place: LedgerPlace, of: EventSpan) => {
        read.push(`${place.segment} ${place.after ?? ''}`);
        if (read.length === 60) throw new Error('stopped');
        return world.ledger.page(place, of);
      },
    };
    await expect(run(span, { ledger: stopping }, clock)).rejects.toThrow('stopped');
    const { out, err } = await run(span, { ledger: stopping }, clock);
    expect(out).toContain('200 events in the ledger, 199 entries in the audit log');
    expect(err).toContain('the comparison reads the ledger: ');
    // The progress is kept every few steps, so at most these are done twice.
    expect(new Set(read).size).toBeGreaterThan(read.length - 4);
  });

  it('Without a span the command shows the last weekly result and where the next comparison is', async () => {
    const { world, run } = await reconciling();
    expect((await run({})).out).toBe('no week was compared yet. A week is compared after its end, on Monday\n');
    const work = await beginReconciliation(
      world,
      { from: day, to: day + hour },
      { salt: 's', keyedSince: 0, hasAccessLog: false },
    );
    work.counts.ledger = 3;
    work.unreadable.log = 1;
    const underWay = { uuid: 'u', at: new Date(day).toISOString(), kept: keptReconciliation(work) };
    await reconciliations(world.database, 'week').write({ last: reconciledOf(work), underWay }, 0);
    const { code, out } = await run({});
    expect(code).toBe(1);
    expect(out).toBe(
      '2026-11-20T00:00:00.000Z to 2026-11-20T01:00:00.000Z: 3 events in the ledger, 0 entries in the audit log\n' +
        'the audit log has 1 entry in a format that this build does not know\n' +
        'the next comparison reads the audit log: it is at entry 0\n',
    );
  });

  it.each([
    [{ from: span.from }, 'together with --to'],
    [{ from: 'yesterday', to: span.to }, '--from is not an instant'],
    [{ from: span.to, to: span.from }, '--from must be before --to'],
    [
      { from: '2026-10-01T00:00:00Z', to: span.to },
      'after 30 days. Begin the span at 2026-11-01T00:00:00.000Z or later',
    ],
    [{ from: span.from, to: '2026-11-25T00:00:00Z' }, 'the log is complete up to 2026-11-21T23:59:27.000Z'],
  ])('With the options %j the command is refused and says why', async (options, why) => {
    const { run } = await reconciling();
    await expect(run(options as Readonly<Record<string, string>>)).rejects.toThrow(why);
  });

  it('If a bundle of the log is missing, the command says that the comparison cannot be completed', async () => {
    const { world, run } = await reconciling();
    world.objects.objects.delete('tile/entries/000.p/200');
    const { code, err } = await run();
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('the comparison cannot be completed: tile/entries/000.p/200 is missing'),
    ]);
  });
});
