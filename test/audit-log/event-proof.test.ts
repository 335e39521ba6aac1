import { describe, expect, it } from 'vitest';
import { entryOf, eventKeyOf, viewOf } from '../../audit-log/entry.ts';
import { checkProof, findEntry, proveEvent, type EventProof } from '../../audit-log/event-proof.ts';
import { entriesIn } from '../../audit-log/span.ts';
import { tombstoneOf } from '../../audit-log/tombstone.ts';
import type { AuditEvent, DispatchEvent } from '../../contract/audit.ts';
import { ownEventId, newUuid } from '../../contract/dispatch/keys.ts';
import { eventKey, logOf, readEvent } from './example-log.ts';
import { memorySigner } from './memory-log.ts';

const hash = (digit: string): string => digit.repeat(64);

const dispatch = (): DispatchEvent => ({
  kind: 'dispatch',
  eventId: ownEventId('conversion', newUuid()),
  at: '2026-11-30T10:00:00.000Z',
  actor: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
  release: hash('a'),
  function: 'conversion',
  tool: 'tool.money.convert',
  version: '1.0.0',
  argsHash: hash('1'),
  resultHash: hash('2'),
  exceptionsHash: hash('3'),
  actionId: `act-${hash('4')}`,
  decision: { basis: `lookup.${hash('5')}.${newUuid()}` },
  replays: `conversion.${hash('6')}.${newUuid()}`,
  durationMillis: 3,
  outcome: 'answered',
});

async function proofOf(events: readonly AuditEvent[], at: number) {
  const log = await logOf(events);
  const event = events[at] as AuditEvent;
  const sought = { uuid: event.eventId.slice(-36), entry: entryOf(event, eventKey(event)) };
  const index = await findEntry(log.objects, log.size, sought);
  if (typeof index !== 'number') throw new Error(`the entry is ${index}`);
  const { size, checkpoint } = log;
  return { log, proof: await proveEvent(log.objects, { event, eventKey: eventKey(event), index, size, checkpoint }) };
}

describe('An entry of the audit log', () => {
  it('An entry of the audit log does not contain the event’s hashes of arguments, results or payloads, nor the ids that contain them', () => {
    const event = dispatch();
    const text = Buffer.from(entryOf(event, eventKey(event))).toString();
    for (const digit of ['1', '2', '3', '4', '5', '6']) expect(text).not.toContain(hash(digit));
    expect(text).not.toContain(event.eventId.split('.')[1]);
    expect(viewOf(Buffer.from(text))).toMatchObject({ kind: 'dispatch', at: event.at, uuid: event.eventId.slice(-36) });
  });

  it('If two events have the same arguments, their entries in the audit log have different hashes of the arguments', () => {
    const hashesOf = (event: AuditEvent): unknown =>
      (JSON.parse(Buffer.from(entryOf(event, eventKey(event))).toString()) as { hashed: { argsHash: string } }).hashed
        .argsHash;
    expect(hashesOf(dispatch())).not.toBe(hashesOf(dispatch()));
  });
});

describe('A proof that an event is in the log', () => {
  it('A proof of any event in the log can be checked with the public key alone', async () => {
    const events = [dispatch(), ...Array.from({ length: 270 }, (_, at) => readEvent(at))];
    for (const at of [0, 1, 255, 256, 270]) {
      const { log, proof } = await proofOf(events, at);
      expect(checkProof(proof, log.key)).toEqual({ holds: true, size: 271 });
    }
  });

  it('A proof is refused if its event, key, index or path is changed, or if the log has another key', async () => {
    const { log, proof } = await proofOf([dispatch(), readEvent(1), readEvent(2)], 1);
    const other = { name: log.key.name, publicKey: await memorySigner().publicKey() };
    const changed = (change: Partial<EventProof>): unknown => checkProof({ ...proof, ...change }, log.key).holds;
    expect(changed({ event: { ...proof.event, subject: 'task-9' } })).toBe(false);
    expect(changed({ eventKey: eventKeyOf('another tenant', String(proof.event['eventId'])) })).toBe(false);
    expect(changed({ index: 0 })).toBe(false);
    expect(changed({ path: proof.path.slice(1) })).toBe(false);
    expect(changed({ event: {} })).toBe(false);
    expect(checkProof(proof, other).holds).toBe(false);
  });

  it('A proof discloses the key of its own event and of no other event', async () => {
    const [mine, theirs] = [readEvent(1), readEvent(2)];
    expect(eventKey(mine)).not.toBe(eventKey(theirs));
    const { proof } = await proofOf([mine, theirs], 0);
    expect(JSON.stringify(proof)).not.toContain(eventKey(theirs));
  });
});

describe('A span of time in the log', () => {
  it('The entries for a span of time cover every event of the span, in whole bundles', async () => {
    const events = Array.from({ length: 1000 }, (_, at) => readEvent(at * 600));
    const { objects, size } = await logOf(events);
    const instant = (at: number): number => Date.parse((events[at] as AuditEvent).at);
    const log = { objects, size, redriven: [] };
    const [range, ...others] = await entriesIn(log, { from: instant(600), to: instant(700) });
    const { from = 0, to = 0 } = range ?? {};
    expect(others).toEqual([]);
    expect(from).toBeLessThanOrEqual(600);
    expect(to).toBeGreaterThanOrEqual(700);
    expect(from).toBeGreaterThan(0);
    expect(to).toBeLessThanOrEqual(size);
    expect(await entriesIn(log, { from: 0, to: instant(999) * 2 })).toEqual([{ from: 0, to: 1000 }]);
  });
});

describe('The pins in an entry', () => {
  it('The pins of artefacts are public; the pins of sources and records are keyed, because they contain hashes of values', () => {
    const pins = {
      'tool.a@1.0.0': hash('7'),
      [`src-${hash('8')}`]: hash('9'),
      'sor.admin/claim': '"etag-of-the-record"',
    };
    const event = { ...dispatch(), pins };
    const text = Buffer.from(entryOf(event, eventKey(event))).toString();
    for (const secret of [hash('8'), hash('9'), 'etag-of-the-record']) expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({
      pins: { 'tool.a@1.0.0': hash('7') },
      hashed: { pins: expect.anything() },
    });
  });

  it('A tombstone of an event has the same entry, and a second tombstone is the same as the first', () => {
    const event = {
      ...dispatch(),
      targets: [hash('7')],
      pins: { [`src-${hash('8')}`]: hash('9'), 'tool.a@1.0.0': hash('a') },
    };
    const tombstone = tombstoneOf(event, eventKey(event));
    expect(JSON.stringify(tombstone)).not.toMatch(/1{64}|2{64}|7{64}|8{64}|9{64}/);
    expect(entryOf(tombstone, eventKey(event))).toEqual(entryOf(event, eventKey(event)));
    expect(tombstoneOf(tombstone, eventKey(event))).toEqual(tombstone);
  });
});
