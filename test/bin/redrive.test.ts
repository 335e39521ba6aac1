import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../adapters/tables/database.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import { itemOf } from '../../adapters/tables/item.ts';
import { eventItem } from '../../adapters/tables/ledger-item.ts';
import type { EventSpan, LedgerPlace } from '../../audit-log/ledger-events.ts';
import { redriveOf } from '../../bin/audit/redrive-events.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { day, eventAt, ledgerAndLog, now, tenantKey } from '../audit-log/redriven-world.ts';

const events = Array.from({ length: 200 }, (_, at) => eventAt(at * 60));
const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };

async function redriving(logged = events.slice(0, 150)) {
  const world = await ledgerAndLog(events, logged);
  await headWriter(world.database).write({ release: 'r', withdrawn: [], suspended: [], telemetryKey: tenantKey }, 0);
  const run = async (options: Readonly<Record<string, string | boolean>>, ledger = world.ledger, json = false) => {
    let [out, err] = ['', ''];
    const command = redriveOf(async () => ({ ...world, ledger }), now);
    const given = { operands: [], options: { ...span, ...options }, tenant: 't', tenantsDir: 'tenants', json };
    const code = await command.run(given, { out: (text) => (out += text), err: (text) => (err += text), color: false });
    return { code, out, err };
  };
  return { world, run };
}

describe('The command audit redrive', () => {
  it('Without --yes the command prints what it would read and what that costs, and changes nothing', async () => {
    const { world, run } = await redriving();
    const { code, out } = await run({});
    expect(code).toBe(2);
    expect(out).toMatch(
      /^The redrive reads the whole ledger, \d+\.\d MB, once \(\d+ read units\), and 150 entries of the log: about \$\d/,
    );
    expect(out).toContain('add --yes');
    expect(await world.uuids()).toHaveLength(150);
  });

  it('With --yes the command prints the cost first, shows its progress, and adds each missing event once', async () => {
    const { world, run } = await redriving();
    const { code, out, err } = await run({ yes: true });
    expect([code, out]).toEqual([0, '200 events in the ledger, 50 of them were added to the audit log\n']);
    expect(err).toMatch(/^The redrive reads .*\n1 of 64 segments, /);
    expect(err).toMatch(/64 of 64 segments, 200 events, 50 missing\n$/);
    expect((await run({ yes: true })).out).toContain('200 events in the ledger, 0 of them were added');
    expect(await world.uuids()).toHaveLength(200);
  });

  it('A command that was stopped continues with the segment in which it stopped', async () => {
    const { world, run } = await redriving();
    const read: number[] = [];
    const stopping = {
      ...world.ledger,
      page: (place: LedgerPlace, of: EventSpan) => {
        if (place.after === undefined) read.push(place.segment);
        if (place.segment === 40 && read.length === 41) throw new Error('stopped');
        return world.ledger.page(place, of);
      },
    };
    await expect(run({ yes: true }, stopping)).rejects.toThrow('stopped');
    expect((await run({ yes: true }, stopping)).code).toBe(0);
    expect(read.slice(40, 43)).toEqual([40, 40, 41]);
    expect(await world.uuids()).toHaveLength(200);
  });

  it('If the log lacks an event of an erased run, the command leaves the subject of the run out and says which run must be erased again', async () => {
    const runId = 'run-019ad40e-5f7e-7bcd-9a47-1f0f7f8c6d10';
    const { world, run } = await redriving(events);
    const opened = { ...eventAt(30), kind: 'run', runId, subject: 'a secret subject', pins: {}, expiresAt: span.to };
    await world.database.write([{ put: eventItem(opened as AuditEvent), in: 'ledger' }]);
    await world.database.write([
      { put: itemOf(runId, { row: JSON.stringify({ runId, erasedAt: span.to }) }), in: 'runs' },
    ]);
    const { out, err } = await run({ yes: true });
    expect(out).toContain(', 1 of them were added');
    expect(err).toContain(`Next: npx logic-plane audit erase ${runId} --reason TEXT`);
    const stored = JSON.stringify(world.database.items('audit'));
    expect(stored).toContain(runId);
    expect(stored).not.toContain('a secret subject');
  });

  it('If the ledger cannot be read, the command says which role it needs', async () => {
    const { world, run } = await redriving();
    const refusing = {
      ...world.ledger,
      page: async () => Promise.reject(new DatabaseError('refused', 'AccessDenied')),
    };
    await expect(run({ yes: true }, refusing)).rejects.toThrow(
      'the redrive was not completed: refused: AccessDenied. You need the rights of the role in the output AuditOperatorRole',
    );
  });

  it('With --check the command counts the missing events, exits with 1, and changes nothing', async () => {
    const { world, run } = await redriving();
    const { code, out } = await run({ yes: true, check: true });
    expect([code, out]).toEqual([1, '200 events in the ledger, 50 of them are not in the audit log\n']);
    expect(await world.uuids()).toHaveLength(150);
  });

  it.each([
    [{ to: new Date(day + 9.5 * 86_400_000).toISOString() }, 'at least 26 hours ago'],
    [{ from: 'yesterday' }, '--from is not an instant'],
    [{ from: span.to, to: span.from }, '--from must be before --to'],
  ])(
    'The options %j are refused, because the stream may still deliver the events or the span is wrong',
    async (options, message) => {
      const { run } = await redriving();
      const given = { ...options, yes: true };
      await expect(run(given)).rejects.toThrow(message);
    },
  );
});
