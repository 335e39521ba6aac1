import type { Store } from './functions.ts';

/** The attribute names of an index. Every table has `pk` as its only key, a string. */
export interface IndexLayout {
  readonly partition: string;
  readonly sort: string;
  /** The attributes that the index contains besides its keys. @default all */
  readonly projects?: readonly string[];
}

export interface TableLayout {
  /** The attribute with the epoch second after which DynamoDB may delete the item. An item without it is kept. */
  readonly ttl?: string;
  readonly stream?: 'NEW_IMAGE';
  readonly indexes: Readonly<Record<string, IndexLayout>>;
}

/**
 * The tables, as the adapters read and write them. Every item has `schemaVersion`. Its attribute `row` contains the row
 * as canonical JSON; other attributes repeat what conditions and indexes need.
 */
export const storeLayouts = {
  ledger: { ttl: 'ttl', stream: 'NEW_IMAGE', indexes: {} },
  // Only a staged or pending Action has `waits` and `endsAt`, so `byEnd` contains only Actions that nobody has decided.
  // `progress` is `waiting` or `ended`, and `requester` contains `<kind>:<id>#waiting` or `<kind>:<id>#ended`: a state
  // that follows another one among the waiting ones changes no key. `stagedAt` contains `<stagedAt>#<id>`, which is unique.
  actions: {
    indexes: {
      byEnd: { partition: 'waits', sort: 'endsAt', projects: ['schemaVersion'] },
      byProgress: { partition: 'progress', sort: 'stagedAt', projects: ['schemaVersion', 'state'] },
      byRequester: { partition: 'requester', sort: 'stagedAt', projects: ['schemaVersion', 'state'] },
    },
  },
  // `queue` contains `<queue>#open` for a Task that can still be decided, and otherwise `<queue>#<state>`, so listing the
  // open Tasks of a queue does not read the decided ones. `dueAt` contains `<dueAt>#<id>`, which is unique. No index
  // contains the task token, so no list can show it.
  tasks: {
    indexes: {
      byQueue: { partition: 'queue', sort: 'dueAt', projects: ['schemaVersion', 'state', 'version', 'row'] },
      byRequester: { partition: 'requester', sort: 'dueAt', projects: ['schemaVersion', 'state'] },
    },
  },
  decisions: { indexes: {} },
  // The key of an entry is `<task>#<number>`, and the entries of a Task are numbered from 1.
  threads: { indexes: {} },
  runs: { indexes: {} },
  sources: { indexes: {} },
  // The key of the current version of an object is `<type>#<id>`. Earlier versions have the key `<type>@<version>#<id>`
  // and no `shard`, so the index contains each object once. A type has sixteen shards, because DynamoDB reads one shard
  // at 24 MB/s at most.
  objects: { indexes: { byShard: { partition: 'shard', sort: 'id' } } },
  head: { indexes: {} },
  // The rows of releases that functions may open, and the row of the newest deploy.
  releases: { indexes: { byTime: { partition: 'kind', sort: 'storedAt' } } },
  // The rows of the transparency log: up to which position it is appended and sealed, and which batches are committed.
  // The objects of the log are in a separate bucket.
  log: { indexes: {} },
  audit: {
    indexes: {
      byRun: { partition: 'runId', sort: 'sk' },
      byAction: { partition: 'actionId', sort: 'actionSk' },
      byTool: { partition: 'tool', sort: 'sk' },
      byCaller: { partition: 'caller', sort: 'sk' },
      byDay: { partition: 'day', sort: 'sk' },
    },
  },
} as const satisfies Record<Store, TableLayout>;
