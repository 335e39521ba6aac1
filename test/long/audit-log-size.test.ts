import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { append } from '../../audit-log/append.ts';
import { seal } from '../../audit-log/seal.ts';
import type { LogObjects } from '../../audit-log/store.ts';
import { memorySigner, sealingOver } from '../audit-log/memory-log.ts';

const entries = 10_000_000;
const batchEntries = 100;
const batchesOfARound = 100;

/**
 * An object store in memory that counts its calls and keeps only the newest objects of each folder, because the log never
 * reads older ones.
 */
class NewestObjects implements LogObjects {
  readonly #kept = new Map<string, Map<string, Uint8Array>>();
  calls = 0;

  async get(path: string): Promise<Uint8Array | undefined> {
    this.calls += 1;
    return this.#folder(path).get(path);
  }

  async put(path: string, bytes: Uint8Array): Promise<void> {
    this.calls += 1;
    const folder = this.#folder(path);
    folder.set(path, bytes);
    const most = path.startsWith('batches/') ? batchesOfARound : 3;
    for (const oldest of folder.keys()) {
      if (folder.size <= most) break;
      folder.delete(oldest);
    }
  }

  replace(path: 'checkpoint', bytes: Uint8Array): Promise<void> {
    return this.put(path, bytes);
  }

  #folder(path: string): Map<string, Uint8Array> {
    const name = path.startsWith('tile/') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] ?? '');
    const folder = this.#kept.get(name) ?? new Map<string, Uint8Array>();
    this.#kept.set(name, folder);
    return folder;
  }
}

/** Makes a database in memory that counts its calls and the bytes that are written to it. */
function countedDatabase() {
  const inner = new MemoryDatabase();
  const counts = { calls: 0, bytes: 0 };
  const counted = async <T>(work: Promise<T>, bytes = 0): Promise<T> => {
    counts.calls += 1;
    counts.bytes += bytes;
    return work;
  };
  const database: Database = {
    get: (table, pk) => counted(inner.get(table, pk)),
    batchGet: (keys) => counted(inner.batchGet(keys)),
    write: (writes) => counted(inner.write(writes), JSON.stringify(writes).length),
    query: (query) => counted(inner.query(query)),
    pages: (partition) => inner.pages(partition),
  };
  return { database, counts };
}

/**
 * Appends one round of entries and seals the log.
 *
 * @returns the number of calls, the bytes written to the database, and the CPU time
 */
async function round(world: ReturnType<typeof emptyWorld>, first: number) {
  const { database, counts, objects, signer } = world;
  const before = { calls: counts.calls, bytes: counts.bytes, objects: objects.calls };
  const cpu = process.cpuUsage();
  for (let batch = 0; batch < batchesOfARound; batch += 1) {
    const from = first + batch * batchEntries;
    const arrived = Array.from({ length: batchEntries }, (_, at) => ({
      sequence: String(10_000_000 + from + at),
      writtenAt: '2026-03-01T12:00:00.000Z',
      entry: Buffer.from(`event ${from + at}`),
    }));
    await append({ rows: auditLogRows(database), objects }, 'shardId-0', arrived);
  }
  const appended = { calls: counts.calls - before.calls, bytes: counts.bytes - before.bytes };
  const size = await seal(sealingOver(database, objects, signer));
  const cpuMillis = Math.round(process.cpuUsage(cpu).user / 1000);
  return { size, ...appended, sealed: objects.calls - before.objects, cpuMillis };
}

const emptyWorld = () => ({ ...countedDatabase(), objects: new NewestObjects(), signer: memorySigner() });

describe('The audit log with ten million entries', () => {
  it('An append to ten million entries makes as many calls as an append to an empty log, and writes less than 4 KB for each batch', async () => {
    const world = emptyWorld();
    const perRound = batchEntries * batchesOfARound;
    const first = await round(world, 0);
    let last = first;
    for (let size = perRound; size < entries; size += perRound) last = await round(world, size);
    expect(last.size).toBe(entries);
    expect(last.calls).toBe(first.calls);
    expect(last.bytes / batchesOfARound).toBeLessThan(4096);
    // A larger tree has more levels of tiles. Each seal makes one read and one write for each level.
    expect(last.sealed - first.sealed).toBeLessThanOrEqual(2 * Math.ceil(Math.log(entries) / Math.log(256)) * 2);
    process.stdout.write(`first round ${JSON.stringify(first)}\nlast round ${JSON.stringify(last)}\n`);
  });
});
