import { expect, it } from 'vitest';
import { MemoryObjects } from '../../../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../../../adapters/tables/audit-log-rows.ts';
import type { DispatchEvent } from '../../../../contract/audit.ts';
import { hmac } from '../../../../contract/values/canonical.ts';
import { carry } from '../../../../lambdas/audit-stream/carry.ts';
import { answered } from '../../../support/calls.ts';
import { benchOf } from '../bench.ts';
import { key } from '../fixed.ts';
import type { Sample } from '../sample.ts';

/** Returns the event as a record of the ledger's stream. */
const inserted = (event: DispatchEvent, at: number) => ({
  eventName: 'INSERT' as const,
  dynamodb: { SequenceNumber: String(at + 1), NewImage: { event: { S: JSON.stringify(event) } } },
});
const hashesOf = ({ argsHash, resultHash, exceptionsHash }: DispatchEvent): readonly (readonly [string, string])[] =>
  Object.entries({ argsHash, resultHash, exceptionsHash }).flatMap(([name, hash]) =>
    hash === undefined ? [] : [[name, hash] as const],
  );
const underKey = (event: DispatchEvent): object => ({
  ...Object.fromEntries(hashesOf(event).map(([name, hash]) => [name, hmac('telemetry', hash)])),
  ...(event.targets && { targets: event.targets.map((hash) => hmac('telemetry', hash)) }),
});
const byId = (events: readonly DispatchEvent[]): object =>
  Object.fromEntries(events.map((event) => [event.eventId, event]));

/** Checks that the events of a call are found in the ledger and in the audit log. */
export function logged(sample: Sample): void {
  it('Audited: The record of an answered call is found by its event id, and the event id of a replay finds no record', async () => {
    const bench = await benchOf(sample);
    const one = answered(await bench.ask(bench.asked.one.first, { key }));
    const two = answered(await bench.ask(bench.asked.one.first, { key }));
    const records = await bench.world.dispatches.read([one.eventId, two.eventId]);
    expect(records.map((record) => record?.receipt)).toEqual([one.receipt, undefined]);
  });

  it('Audited: Even if the stream delivers events twice, the audit log has each event once under its run, with HMACs in place of hashes', async () => {
    const bench = await benchOf(sample);
    const { first, second } = bench.asked.one;
    answered(await bench.ask(first, { key }));
    answered(await bench.ask(first, { key }));
    await bench.ask(second, { key });
    const events = bench.events();
    expect(events.map(({ outcome }) => outcome)).toEqual(['answered', 'replayed', 'refused']);
    const { head, audit } = bench.world;
    const stream = { shardId: 'shardId-0', Records: events.map(inserted) };
    const log = { rows: auditLogRows(bench.world.database), objects: new MemoryObjects() };
    for (const _ of ['once', 'and again, as a stream may'])
      await carry({ head, audit, log, failed: () => {}, setAside: () => {} })(stream);
    expect((await log.rows.head()).row?.frontier.size).toBe(events.length);
    const { runId: run = '' } = bench.call(first);
    const found = (await audit.query({ by: { run } })).events.filter((event) => event.kind === 'dispatch');
    const blinded = events.map((event) => ({ ...event, ...underKey(event) }));
    expect(byId(found)).toEqual(byId(blinded));
    const hashes = events.flatMap((event) => hashesOf(event).map(([, hash]) => hash));
    expect(hashes.filter((hash) => JSON.stringify(found).includes(hash))).toEqual([]);
  });
}
