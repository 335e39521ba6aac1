import type { Store } from './functions.ts';

/** Attribute names of a table's indexes; every table has the one string key `pk`. */
export interface IndexLayout {
  readonly partition: string;
  readonly sort: string;
  /** Attributes that the index carries beside its keys. @default all */
  readonly projects?: readonly string[];
}

export interface TableLayout {
  /** The attribute with the epoch second after which an item may be deleted. An item without it stays. */
  readonly ttl?: string;
  readonly stream?: 'NEW_IMAGE';
  readonly indexes: Readonly<Record<string, IndexLayout>>;
}

/**
 * The tables as the adapters read and write them. Every item has `schemaVersion`. A row is canonical JSON text in
 * `row`, beside the attributes that conditions and indexes need.
 */
export const storeLayouts = {
  ledger: { ttl: 'ttl', stream: 'NEW_IMAGE', indexes: {} },
  // Only a staged Action has `waits` and `endsAt`. The index is as small as the number of Actions that wait for a request.
  actions: { indexes: { byEnd: { partition: 'waits', sort: 'endsAt', projects: ['schemaVersion'] } } },
  // `queue` holds `<queue>#<state>`, so readers of a queue pay nothing for its old decisions. The task token is in the
  // row and is not projected, so no list can show it.
  tasks: {
    indexes: {
      byQueue: { partition: 'queue', sort: 'dueAt', projects: ['schemaVersion', 'state', 'version', 'row'] },
    },
  },
  decisions: { indexes: {} },
  runs: { indexes: {} },
  sources: { indexes: {} },
  // The current version of an object is `<type>#<id>`. Earlier versions are `<type>@<version>#<id>` and have no
  // `shard`, so the index holds each object once. A type is spread over sixteen shards, because one shard is read at 24
  // MB/s at most.
  objects: { indexes: { byShard: { partition: 'shard', sort: 'id' } } },
  head: { indexes: {} },
  // How far the transparency log is appended and sealed, and its committed batches. Its objects are in a bucket of
  // their own.
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
