import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryContent } from '../../../adapters/memory/content.ts';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import type { Item } from '../../../adapters/tables/database.ts';
import { entryOf, eventKeyOf } from '../../../audit-log/entry.ts';
import { eraseOf } from '../../../bin/audit/erase.ts';
import { rekeyOf } from '../../../bin/commands/head.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import type { HeadState } from '../../../contract/system.ts';
import { jane, janeAsked } from '../../support/operator.ts';
import { someSource, someSourceEvent } from '../../support/rows.ts';
import { runJourney, type FinishedJourney } from '../../support/journey/run-journey.ts';
import type { DemoPlane } from '../../support/journey/demo-plane.ts';
import { virtualWorld } from '../../support/journey/virtual-world.ts';

const claim = 'CLM-2026-000045';
const world = virtualWorld();
let plane: DemoPlane;
let finished: FinishedJourney;
let content: MemoryContent;
let nowMillis: number;

beforeEach(async () => {
  plane = await world();
  finished = await plane.time.until(runJourney(plane));
  await plane.settle();
  content = new MemoryContent();
  // Runs of the journey are open for 24 hours.
  nowMillis = plane.time.now() + 25 * 3600 * 1000;
});

async function erase(id: string, options: Record<string, string | boolean> = {}) {
  let [out, err] = ['', ''];
  const command = eraseOf(
    async () => ({ database: plane.stored, eraser: content }),
    () => nowMillis,
  );
  const given = {
    operands: [id],
    options: { reason: 'request 4711', ...options },
    tenant: 'demo',
    tenantsDir: 'tenants',
    json: false,
  };
  const code = await command.run(given, { out: (text) => (out += text), err: (text) => (err += text), color: false });
  return { code, out, err };
}

const eventIn = (item: Item): AuditEvent => JSON.parse(String(item['event'])) as AuditEvent;
const events = (): readonly AuditEvent[] => plane.stored.items('ledger').map(eventIn);
const telemetryKey = (): string =>
  (JSON.parse(String(plane.stored.items('head')[0]?.['row'])) as HeadState).telemetryKey ?? '';
const entries = (): readonly string[] =>
  events()
    .filter(({ kind }) => kind !== 'erasure')
    .map((event) => Buffer.from(entryOf(event, eventKeyOf(telemetryKey(), event.eventId))).toString());
const everything = (): string =>
  JSON.stringify((['ledger', 'actions', 'tasks', 'runs', 'audit'] as const).map((table) => plane.stored.items(table)));

describe('The command audit erase', () => {
  it('Without --yes, the command shows what it would erase and changes nothing', async () => {
    const before = everything();
    const { code, out } = await erase(finished.runId);
    expect([code, out]).toEqual([0, expect.stringMatching(/would erase \d+ call records, \d+ rows.*--yes/)]);
    expect(everything()).toBe(before);
  });

  it('After an erasure, no table has a result, an argument, the case, the target, or a plain hash of them', async () => {
    const hashes = events().flatMap((event) =>
      event.kind === 'dispatch' ? [event.argsHash, event.resultHash, ...(event.targets ?? [])] : [],
    );
    const kept = everything();
    for (const value of [...hashes, claim]) expect(kept).toContain(value);
    expect((await erase(finished.runId, { yes: true })).code).toBe(0);
    const left = everything();
    for (const hash of hashes) expect(left).not.toContain(hash);
    expect(plane.stored.items('ledger').filter((item) => 'result' in item || 'exceptions' in item)).toEqual([]);
    expect(left).not.toContain(claim);
  });

  it('After an erasure, the entry of each event in the log is the same as before', async () => {
    const before = entries();
    await erase(finished.runId, { yes: true });
    expect(entries()).toEqual(before);
  });

  it('A replay of an erased call answers result.erased, and its answer has no value', async () => {
    await erase(finished.runId, { yes: true });
    const lookup = finished.repeatable.find(({ asked }) => asked.path?.['tool'] === 'tool.policy.lookup');
    if (!lookup) throw new Error('the journey has no lookup');
    const answer = await plane.gateway.call(lookup.asked);
    expect([answer.status, answer.code]).toEqual([410, 'result.erased']);
    expect(answer.text).not.toContain('"result"');
  });

  it('The beginning and the end of an erasure are events with the hash of the reason', async () => {
    await erase(finished.runId, { yes: true });
    const steps = events().flatMap((event) => (event.kind === 'erasure' ? [event] : []));
    expect(steps).toMatchObject([
      { step: 'began', subject: finished.runId, runId: finished.runId },
      { step: 'ended', subject: finished.runId, runId: finished.runId },
    ]);
    expect(JSON.stringify(steps)).not.toContain('4711');
  });

  it('If the command is run again, it finds nothing and writes no event', async () => {
    await erase(finished.runId, { yes: true });
    const before = everything();
    expect((await erase(finished.runId, { yes: true })).out).toContain('has no values');
    expect(everything()).toBe(before);
  });

  it.each([0, 1, 3, 7])(
    'If the command breaks off after %i writes, the same command erases the rest when it is started again',
    async (writes) => {
      let left = writes + 1;
      const { stored } = plane;
      const write = stored.write.bind(stored);
      stored.write = async (all) => {
        left -= 1;
        if (left < 0) throw new Error('broke off');
        return write(all);
      };
      await expect(erase(finished.runId, { yes: true })).rejects.toThrow(
        /unavailable|unanswered|broke off|ledger|did not/,
      );
      stored.write = write;
      await erase(finished.runId, { yes: true });
      expect(plane.stored.items('ledger').filter((item) => 'result' in item)).toEqual([]);
      expect(everything()).not.toContain(claim);
    },
  );

  it('While the run is open, nothing is erased, because a call of the run could still need the values', async () => {
    nowMillis = plane.time.now();
    const before = everything();
    const { code, err } = await erase(finished.runId, { yes: true });
    expect([code, err]).toEqual([1, expect.stringContaining('the run is open until')]);
    expect(everything()).toBe(before);
  });

  it('While an Action of the run has not ended, nothing is erased, because its commit needs the values', async () => {
    const item = plane.stored.items('actions').find(({ pk }) => pk === finished.actionId) as Item;
    const row = { ...(JSON.parse(String(item['row'])) as object), state: 'approved' };
    await plane.stored.write([{ put: { ...item, state: 'approved', row: JSON.stringify(row) }, in: 'actions' }]);
    const { code, err } = await erase(finished.runId, { yes: true });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('is approved. Run the command again after the Action has ended'),
    ]);
  });
});

describe('The erasure of a source', () => {
  it('Bytes and text of a source become tombstones, and its row says that it was erased', async () => {
    const { database, content: kept, sourceStore, headWriter } = memoryWorld();
    await headWriter.write({ release: 'release', withdrawn: [], suspended: [], telemetryKey: 'key' }, 0);
    const source = someSource({ sourceHash: sha256('of somebody'), name: 'notice-of-somebody.pdf' });
    await sourceStore.put({ to: source, event: someSourceEvent(source.id) });
    await kept.put('sources', source.id.slice(4), Buffer.from('of somebody'));
    const command = eraseOf(async () => ({ database, eraser: kept }));
    const given = {
      operands: [source.id],
      options: { reason: 'r', yes: true },
      tenant: 'demo',
      tenantsDir: '',
      json: true,
    };
    let out = '';
    await command.run(given, { out: (text) => (out += text), err: () => {}, color: false });
    expect(JSON.parse(out)).toMatchObject({ id: source.id, erased: true });
    expect(Buffer.from((await kept.get('sources', source.id.slice(4))) ?? '').toString()).toBe('{"erased":true}');
    const row = await sourceStore.find(source.id);
    expect(row).toMatchObject({ state: 'refused', exception: { kind: 'source.erased' } });
    expect(JSON.stringify(row)).not.toContain(source.sourceHash);
    expect(row).not.toHaveProperty('name');
  });
});

describe('The command head rekey', () => {
  const rekey = async (yes: boolean) => {
    const command = rekeyOf(async () => ({ database: plane.stored, places: [], operator: janeAsked }));
    const given = { operands: [], options: yes ? { yes } : {}, tenant: 'demo', tenantsDir: 'tenants', json: false };
    return command.run(given, { out: () => {}, err: () => {}, color: false });
  };

  it('Without --yes, the key of the keyed hashes is not replaced', async () => {
    const before = telemetryKey();
    await expect(rekey(false)).rejects.toThrow('--yes');
    expect(telemetryKey()).toBe(before);
  });

  it('With --yes, the key is replaced, and an event says so without the key', async () => {
    const before = telemetryKey();
    await rekey(true);
    expect(telemetryKey()).not.toBe(before);
    expect(events().at(-1)).toMatchObject({ kind: 'release', step: 'rekeyed', subject: 'telemetry', actor: jane });
    expect(JSON.stringify(events())).not.toContain(telemetryKey());
  });
});
