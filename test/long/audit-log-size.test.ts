import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
  let inner = new MemoryDatabase();
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
  /** Forgets the rows of batches. The log does not read the row of a sealed batch again. */
  const forgetBatches = async (): Promise<void> => {
    const kept = inner.items('log').filter(({ pk }) => !String(pk).startsWith('batch#'));
    inner = new MemoryDatabase();
    for (const item of kept) await inner.write([{ put: item, in: 'log' }]);
  };
  return { database, counts, forgetBatches };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns the megabytes of objects in the heap of JavaScript. The bytes of a buffer are outside of the heap and are freed some
 * time later, but each buffer also has an object in the heap.
 */
function heldMegabytes(): number {
  collectGarbage();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}

/**
 * Appends one round of entries and seals the log.
 *
 * @returns the number of calls, the bytes written to the database, and the milliseconds of CPU
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
  await world.forgetBatches();
  return { size, ...appended, sealed: objects.calls - before.objects, cpuMillis };
}

const medianMillis = (rounds: readonly { readonly cpuMillis: number }[]): number =>
  rounds.map(({ cpuMillis }) => cpuMillis).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;

const emptyWorld = () => ({ ...countedDatabase(), objects: new NewestObjects(), signer: memorySigner() });

describe('The audit log with ten million entries', () => {
  it('An append to ten million entries makes as many calls as an append to an empty log, writes less than 4 KB for each batch, and the memory in use stays the same', async () => {
    const world = emptyWorld();
    const perRound = batchEntries * batchesOfARound;
    const first = await round(world, 0);
    const rounds = [first];
    const heldFirst = heldMegabytes();
    for (let size = perRound; size < entries; size += perRound) rounds.push(await round(world, size));
    const last = rounds.at(-1) ?? first;
    const held = heldMegabytes();
    expect(last.size).toBe(entries);
    expect(last.calls).toBe(first.calls);
    expect(last.bytes / batchesOfARound).toBeLessThan(4096);
    // A larger tree has more levels of tiles. Each seal makes one read and one write for each level.
    expect(last.sealed - first.sealed).toBeLessThanOrEqual(2 * Math.ceil(Math.log(entries) / Math.log(256)) * 2);
    expect(held - heldFirst).toBeLessThan(4);
    const medians = [rounds.slice(1, 101), rounds.slice(-100)].map(medianMillis);
    process.stdout.write(
      `first round ${JSON.stringify(first)}, ${heldFirst} MB\nlast round ${JSON.stringify(last)}, ${held} MB\n` +
        `median CPU of a round: ${medians.join(' ms of the first 100 rounds, ')} ms of the last 100 rounds\n`,
    );
  });
});
