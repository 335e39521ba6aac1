import { expect, it } from 'vitest';
import { MemoryDatabase } from '../../../adapters/memory/database.ts';
import { MemoryObjects } from '../../../adapters/memory/log-objects.ts';
import { append } from '../../../audit-log/append.ts';
import { noteAndSeal } from '../../../lambdas/audit-seal/note-and-seal.ts';
import { memorySigner, sealingOver, shardRecords } from '../../audit-log/memory-log.ts';
import { SimulatedStream } from '../../audit-log/simulated-stream.ts';

it('If the stream cannot be read, the log is sealed all the same, and then the call fails', async () => {
  const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
  const sealing = sealingOver(database, objects, memorySigner());
  await append(sealing, 'shard-0', shardRecords('shard-0', 3));
  const stream = new SimulatedStream();
  stream.shards = async () => Promise.reject(new Error('DescribeStream failed'));
  await expect(noteAndSeal({ ...sealing, stream, notCosigned: () => {} })()).rejects.toThrow('DescribeStream failed');
  expect((await sealing.rows.sealed()).row?.size).toBe(3);
  stream.shards = async () => [{ id: 'shard-0', closed: false }];
  expect(await noteAndSeal({ ...sealing, stream, notCosigned: () => {} })()).toEqual({ size: 3 });
  expect((await sealing.rows.indexed()).row?.shards['shard-0']).toMatchObject({ until: expect.any(String) });
});
