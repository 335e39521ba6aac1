import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { append, type ArrivedEvent } from '../../audit-log/append.ts';
import { openCheckpoint } from '../../audit-log/checkpoint.ts';
import { entriesOf } from '../../audit-log/entry-bundle.ts';
import { leafHash, rootOfLeaves } from '../../audit-log/merkle.ts';
import { seal } from '../../audit-log/seal.ts';
import type { LogObjects } from '../../audit-log/store.ts';
import { tilePath, tilesBetween } from '../../audit-log/tile-path.ts';
import { memorySigner, origin, sealingOver, shardRecords } from './memory-log.ts';

/** Returns a generator of numbers from 0 to below 1 that depends only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The error of a simulated crash before or after an awaited step. */
class Died extends Error {}
export const dying =
  (random: () => number, rate: number) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    if (random() < rate) throw new Died('before');
    const done = await work();
    if (random() < rate) throw new Died('after');
    return done;
  };
type Dies = ReturnType<typeof dying>;

export const mortalDatabase = (database: Database, dies: Dies): Database => ({
  get: (table, pk) => dies(() => database.get(table, pk)),
  batchGet: (keys) => dies(() => database.batchGet(keys)),
  write: (writes) => dies(() => database.write(writes)),
  query: (query) => dies(() => database.query(query)),
  pages: (partition) => database.pages(partition),
});

export const mortalObjects = (objects: LogObjects, dies: Dies): LogObjects => ({
  get: (path) => dies(() => objects.get(path)),
  put: (path, bytes) => dies(() => objects.put(path, bytes)),
  replace: (path, bytes) => dies(() => objects.replace(path, bytes)),
});

/** Returns true if the work was completed, and false if it ended in a simulated crash. */
export async function survived(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Died) return false;
    throw error;
  }
}

interface World {
  readonly database: MemoryDatabase;
  readonly objects: MemoryObjects;
  readonly dies: Dies;
}

/**
 * Delivers the records of one shard like Lambda: it repeats a batch until it succeeds, and then delivers it once more.
 */
async function carryShard(
  { database, objects, dies }: World,
  { shard, records }: { readonly shard: string; readonly records: readonly ArrivedEvent[] },
  size: number,
) {
  for (let at = 0; at < records.length; at += size) {
    const batch = records.slice(at, at + size);
    for (let deliveries = 0; deliveries < 2;) {
      const log = { rows: auditLogRows(mortalDatabase(database, dies)), objects: mortalObjects(objects, dies) };
      if (await survived(append(log, shard, batch))) deliveries += 1;
    }
  }
}

async function allEntries(objects: MemoryObjects, size: number): Promise<readonly string[]> {
  const entries: string[] = [];
  for (const name of tilesBetween('entries', 0, size)) {
    const bytes = await objects.get(tilePath(name));
    entries.push(...(bytes ? (entriesOf(bytes) ?? []) : []).map((entry) => Buffer.from(entry).toString()));
  }
  return entries;
}

export interface Carrying {
  /** Number of shards whose records are delivered at the same time. */
  readonly shards: number;
  /** Number of events of each shard. */
  readonly events: number;
}

/**
 * Delivers the records of all shards in batches, each batch twice, while two sealers run. Of the awaited steps, 5 % crash
 * before they begin and 5 % after they end. At last it seals once more without crashes.
 */
async function play(seed: number, { shards, events }: Carrying) {
  const random = randomFrom(seed);
  const world = { database: new MemoryDatabase(), objects: new MemoryObjects(), dies: dying(random, 0.05) };
  const signer = memorySigner();
  const names = Array.from({ length: shards }, (_, at) => `shardId-${at}`);
  const progress = { carried: false };
  const sealer = async (): Promise<void> => {
    while (!progress.carried) {
      const mortal = mortalDatabase(world.database, world.dies);
      await survived(seal(sealingOver(mortal, mortalObjects(world.objects, world.dies), signer)));
    }
  };
  const carrying = Promise.all(
    names.map((name) =>
      carryShard(world, { shard: name, records: shardRecords(name, events) }, 1 + Math.floor(random() * 100)),
    ),
  ).then(() => {
    progress.carried = true;
  });
  await Promise.all([carrying, sealer(), sealer()]);
  const size = await seal(sealingOver(world.database, world.objects, signer));
  return { ...world, signer, size, names };
}

/** Runs the simulation with one seed. Returns the entries and the checkpoint of the audit log, and those that it must have. */
export async function heldAfter(seed: number, carrying: Carrying) {
  const { objects, size, names, signer } = await play(seed, carrying);
  const entries = await allEntries(objects, size);
  const published = Buffer.from(objects.objects.get('checkpoint') ?? '').toString();
  const root = rootOfLeaves(entries.map((entry) => leafHash(Buffer.from(entry))));
  return {
    /** The entries of each shard, in the order of the log. */
    held: Map.groupBy(entries, (entry) => entry.slice(0, entry.indexOf('#'))),
    expected: new Map(
      names.map((name) => [name, Array.from({ length: carrying.events }, (_, at) => `${name}#${at}`)] as const),
    ),
    opened: openCheckpoint(published, { name: origin, publicKey: await signer.publicKey() }),
    checkpoint: { size: carrying.shards * carrying.events, root },
  };
}
