import { storeLayouts, type IndexLayout } from '../../contract/platform/stores.ts';
import type { Store } from '../../contract/platform/functions.ts';
import { DatabaseError, type Item, type Write } from '../tables/database.ts';

/** Limits of DynamoDB (Developer Guide, "Quotas in Amazon DynamoDB"). Sizes are in bytes of UTF-8. */
const limits = {
  itemBytes: 400 * 1024,
  transactionItems: 100,
  transactionBytes: 4 * 1024 * 1024,
  partitionKeyBytes: 2048,
  sortKeyBytes: 1024,
} as const;

const bytesOf = (text: string): number => Buffer.byteLength(text);
/** Returns the size of a value. A number takes about half a byte for each digit, and one byte more. */
const sizeOf = (value: string | number): number =>
  typeof value === 'string' ? bytesOf(value) : Math.ceil(String(value).length / 2) + 1;
const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + bytesOf(name) + sizeOf(value), 0);

const refused = (what: string): DatabaseError => new DatabaseError('refused', what);

/** Checks that DynamoDB would accept a key. @throws DatabaseError `refused` */
export function mustBeKey(pk: unknown): void {
  mustFit('pk', pk, limits.partitionKeyBytes);
}

/** Checks that DynamoDB would accept a transaction, whatever the tables contain. @throws DatabaseError `refused` */
export function mustBeTaken(writes: readonly Write[], keyOf: (write: Write) => string): void {
  if (writes.length > limits.transactionItems)
    throw refused(`the transaction has more than ${limits.transactionItems} items`);
  const keys = writes.map((write) => `${write.in} ${keyOf(write)}`);
  if (new Set(keys).size < keys.length) throw refused('the transaction writes an item twice');
  for (const write of writes) mustBeKey(keyOf(write));
  const sizes = writes.map((write) => itemBytes('put' in write ? write.put : write.set));
  if (writes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) > limits.transactionBytes) {
    throw refused('the transaction is larger than 4 MB');
  }
}

/** Checks that DynamoDB would accept an item as it is after the write. @throws DatabaseError `refused` */
export function mustBeItem(store: Store, item: Item): void {
  if (itemBytes(item) > limits.itemBytes)
    throw refused(`an item of the table ${store} is larger than ${limits.itemBytes / 1024} KB`);
  const indexes: Readonly<Record<string, IndexLayout>> = storeLayouts[store].indexes;
  for (const { partition, sort } of Object.values(indexes)) {
    if (item[partition] !== undefined) mustFit(partition, item[partition], limits.partitionKeyBytes);
    if (item[sort] !== undefined) mustFit(sort, item[sort], limits.sortKeyBytes);
  }
}

function mustFit(name: string, value: unknown, most: number): void {
  if (typeof value !== 'string' || value === '') throw refused(`the key ${name} is empty`);
  if (bytesOf(value) > most) throw refused(`the key ${name} is longer than ${most} bytes`);
}
