import { expect, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { append } from '../../audit-log/append.ts';
import { noteAndSeal } from '../../lambdas/audit-seal/note-and-seal.ts';
import { memorySigner, sealingOver, shardRecords } from './memory-log.ts';
import { SimulatedStream } from './simulated-stream.ts';

const [perSecond, seconds] = [500, 180];

function counting() {
  const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
  const sealing = sealingOver(database, objects, memorySigner());
  return {
    objects,
    append: append.bind(undefined, sealing),
    minute: noteAndSeal({ ...sealing, stream: new SimulatedStream(), notCosigned: () => {} }),
  };
}

it.each([4, 16])(
  'At 500 events a second in %i shards, each of which delivers once a second, the log writes at most 0.06 S3 objects for each event',
  async (shards) => {
    const { objects, append: appendTo, minute } = counting();
    const names = Array.from({ length: shards }, (_, at) => `shard-${at}`);
    const each = Math.floor(perSecond / shards);
    const records = new Map(names.map((name) => [name, shardRecords(name, each * seconds)]));
    for (let second = 0; second < seconds; second += 1) {
      for (const name of names) {
        const arrived = records.get(name)?.slice(second * each, (second + 1) * each) ?? [];
        for (let at = 0; at < arrived.length; at += 100) await appendTo(name, arrived.slice(at, at + 100));
      }
      if (second % 60 === 59) await minute();
    }
    const events = each * shards * seconds;
    const found = objects.written / events;
    expect(found).toBeLessThanOrEqual(0.06);
  },
);

it('If no event arrives for an hour, the log writes no S3 object in this hour', async () => {
  const { objects, append: appendTo, minute } = counting();
  await appendTo('shard-0', shardRecords('shard-0', 300));
  await minute();
  const before = objects.written;
  for (let count = 0; count < 60; count += 1) await minute();
  expect(objects.written - before).toBe(0);
});
