import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { DatabaseError, type Database } from '../../adapters/tables/database.ts';
import { append } from '../../audit-log/append.ts';
import { seal } from '../../audit-log/seal.ts';
import type { LogRows } from '../../audit-log/store.ts';
import { heldAfter, mortalDatabase } from './carrying.ts';
import { memorySigner, sealingOver, shardRecords } from './memory-log.ts';

describe('The audit log', () => {
  it.each([1, 2, 3, 4, 5])(
    'Even if functions crash, get records twice or run at the same time, the audit log has each event exactly once, in the order of its shard (seed %i)',
    async (seed) => {
      const { held, expected, opened, checkpoint } = await heldAfter(seed, { shards: 8, events: 150 });
      expect(held).toEqual(expected);
      expect(opened).toMatchObject({ checkpoint });
    },
  );

  it('If the bytes of a committed batch do not have the hash in its row, sealing signs nothing', async () => {
    const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
    const sealing = sealingOver(database, objects, memorySigner());
    await append({ rows: sealing.rows, objects }, 'shardId-0', shardRecords('shardId-0', 3));
    const [path] = [...objects.objects.keys()];
    objects.objects.set(path ?? '', Buffer.from('forged'));
    await expect(seal(sealing)).rejects.toThrow('does not have the hash that its name says');
    expect(objects.objects.has('checkpoint')).toBe(false);
  });

  it('If the tree has not grown, sealing puts nothing and signs nothing', async () => {
    const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
    const sealing = sealingOver(database, objects, memorySigner());
    await append({ rows: sealing.rows, objects }, 'shardId-0', shardRecords('shardId-0', 300));
    expect(await seal(sealing)).toBe(300);
    const before = objects.written;
    expect(await seal(sealing)).toBe(300);
    expect(objects.written).toBe(before);
  });

  it('If the commit of a batch fails, nothing of it is appended, and the next delivery appends all of it', async () => {
    const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
    const failing: Database = {
      ...mortalDatabase(database, async (work) => work()),
      write: async () => {
        throw new DatabaseError('unanswered', 'no answer');
      },
    };
    const records = shardRecords('shardId-0', 5);
    await expect(append({ rows: auditLogRows(failing), objects }, 'shardId-0', records)).rejects.toMatchObject({
      code: 'ledger.unanswered',
    });
    expect(await append({ rows: auditLogRows(database), objects }, 'shardId-0', records)).toBe(5);
  });

  it('If other writers change the head during three attempts, the batch is stored once and is appended at the end of the changed tree', async () => {
    const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
    const rows = auditLogRows(database);
    const puts: string[] = [];
    const counted = {
      put: async (path: string, bytes: Uint8Array) => {
        puts.push(path);
        await objects.put(path, bytes);
      },
    };
    let others = 0;
    const contended: LogRows = {
      ...rows,
      commit: async (change, seen) => {
        if (others < 3) await append({ rows, objects }, `other-${(others += 1)}`, shardRecords(`other-${others}`, 2));
        return rows.commit(change, seen);
      },
    };
    expect(await append({ rows: contended, objects: counted }, 'shardId-0', shardRecords('shardId-0', 3))).toBe(3);
    expect(puts).toHaveLength(1);
    expect(await rows.batch(6)).toMatchObject({ first: 6, count: 3 });
    expect(await seal(sealingOver(database, objects, memorySigner()))).toBe(9);
  });
});
