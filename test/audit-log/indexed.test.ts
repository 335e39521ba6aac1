import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { auditProgress, marginMillis } from '../../adapters/tables/audit-progress.ts';
import { append } from '../../audit-log/append.ts';
import { indexedBefore } from '../../audit-log/indexed.ts';
import { noteShards } from '../../audit-log/probe.ts';
import { seal } from '../../audit-log/seal.ts';
import { randomFrom } from './carrying.ts';
import { memorySigner, sealingOver } from './memory-log.ts';
import { arrivedOf, SimulatedStream, type SimulatedShard } from './simulated-stream.ts';

const start = Date.parse('2026-11-30T09:00:00Z');
const instant = (second: number): string => new Date(start + second * 1000).toISOString();

function following(random?: () => number) {
  const database = new MemoryDatabase();
  const [objects, rows, stream] = [new MemoryObjects(), auditLogRows(database), new SimulatedStream(random)];
  const sealing = sealingOver(database, objects, memorySigner());
  const clock = { second: 0 };
  const carried = new Map<string, number>();
  return {
    stream,
    clock,
    carried,
    /** Appends the next records of a shard that the stream delivers. */
    async carry(shard: SimulatedShard, count: number): Promise<void> {
      const from = carried.get(shard.id) ?? 0;
      const next = shard.records.slice(from, from + count);
      await append({ rows, objects }, shard.id, next.filter(({ isDelivered }) => isDelivered).map(arrivedOf));
      carried.set(shard.id, from + next.length);
    },
    async probe(): Promise<void> {
      await noteShards({ rows, stream, now: () => start + clock.second * 1000 });
    },
    seal: () => seal(sealing),
    progress: () => auditProgress(rows),
    async reached(): Promise<string | undefined> {
      const { row } = await rows.indexed();
      return row && indexedBefore(row, (await rows.head()).row?.positions ?? {});
    },
  };
}

type Following = ReturnType<typeof following>;

/** Returns the earliest event that is not appended yet. */
const firstWaiting = ({ stream, carried }: Following): string | undefined =>
  stream.all
    .flatMap(({ id, records }) => records.slice(carried.get(id) ?? 0))
    .filter(({ isDelivered }) => isDelivered)
    .map(({ writtenAt }) => writtenAt)
    .toSorted()[0];

/** Simulates some minutes. Like Lambda, it delivers a shard only after the shard before it. */
async function simulate(world: Following, random: () => number, minutes: number): Promise<void> {
  const { stream, clock, carried } = world;
  const isDone = (id: string | undefined): boolean => {
    const shard = stream.all.find((one) => one.id === id);
    return shard === undefined || (carried.get(shard.id) ?? 0) === shard.records.length;
  };
  for (const end = clock.second + minutes * 60; clock.second < end; clock.second += 1) {
    for (const shard of stream.open()) {
      if (random() < 0.1) stream.write(shard, instant(clock.second), random() < 0.7);
      if (random() < 0.002 && stream.all.length < 30) stream.split(shard);
    }
    for (const shard of stream.all) if (random() < 0.1 && isDone(shard.parent)) await world.carry(shard, 4);
    if (clock.second % 60 === 30) await world.probe();
    const [reached, waiting] = [(await world.reached()) ?? '', firstWaiting(world)];
    expect(waiting === undefined || reached <= waiting).toBe(true);
  }
}

describe('The time up to which events are in the audit log', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'While shards split, get no events for a time and are read as empty by mistake, no event before indexedUntil is missing, and indexedUntil never goes back (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const world = following(random);
      let before = '';
      for (let minute = 0; minute < 12; minute += 1) {
        await simulate(world, random, 1);
        const reached = (await world.reached()) ?? '';
        expect(reached >= before).toBe(true);
        before = reached;
      }
      expect(before > instant(60)).toBe(true);
    },
  );

  it('A shard without new events holds indexedUntil back until two reads find the shard empty; indexedUntil then reaches the time of the first read', async () => {
    const world = following();
    world.clock.second = 60;
    await world.probe();
    expect(await world.reached()).toBeUndefined();
    world.clock.second = 120;
    await world.probe();
    expect(await world.reached()).toBe(instant(60));
  });

  it('A shard that has only removals of expired items counts as a shard without new events', async () => {
    const world = following();
    const [shard] = world.stream.all;
    if (shard === undefined) throw new Error('there is a shard');
    for (let at = 0; at < 30; at += 1) world.stream.write(shard, instant(at), false);
    for (world.clock.second = 60; world.clock.second <= 180; world.clock.second += 60) await world.probe();
    expect(await world.reached()).toBe(instant(120));
  });

  it('An event that waits in one shard holds indexedUntil back, however far the other shards are', async () => {
    const world = following();
    const [root] = world.stream.all;
    if (root === undefined) throw new Error('there is a shard');
    world.stream.split(root);
    const [one, other] = world.stream.open();
    if (one === undefined || other === undefined) throw new Error('there are two shards');
    world.stream.write(one, instant(10));
    for (let at = 0; at < 300; at += 10) world.stream.write(other, instant(at));
    await world.carry(other, 100);
    for (world.clock.second = 60; world.clock.second <= 300; world.clock.second += 60) await world.probe();
    expect(await world.reached()).toBe(instant(10));
    await world.carry(one, 1);
    for (; world.clock.second <= 420; world.clock.second += 60) await world.probe();
    expect(((await world.reached()) ?? '') >= instant(290)).toBe(true);
  });

  it('indexedUntil lags by a margin for the deadline of a call and the delay of the stream, and sealedUntil waits for the checkpoint', async () => {
    const world = following();
    const [shard] = world.stream.all;
    if (shard === undefined) throw new Error('there is a shard');
    expect(await world.progress()).toEqual({});
    world.stream.write(shard, instant(100));
    await world.carry(shard, 1);
    await world.probe();
    await world.seal();
    const indexedUntil = new Date(start + 100_000 - marginMillis).toISOString();
    expect(await world.progress()).toEqual({ indexedUntil, sealedUntil: indexedUntil });
    world.stream.write(shard, instant(130));
    await world.carry(shard, 1);
    const later = new Date(start + 130_000 - marginMillis).toISOString();
    expect(await world.progress()).toEqual({ indexedUntil: later, sealedUntil: indexedUntil });
    await world.seal();
    expect(await world.progress()).toEqual({ indexedUntil: later, sealedUntil: later });
    expect(marginMillis).toBeGreaterThan(24_000);
  });
});
