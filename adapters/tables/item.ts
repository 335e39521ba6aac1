import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { Item } from './database.ts';

const schemaVersion = 1;

/** Makes an item in the newest layout. */
export const itemOf = (pk: string, attributes: Readonly<Record<string, string | number | undefined>>): Item => {
  const present = Object.entries(attributes).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return { pk, schemaVersion, ...Object.fromEntries(present) };
};

/**
 * Returns a text attribute of an item.
 * @throws Failure `internal` if a later version of the platform wrote the item, because this version could misread it
 */
export function itemText(item: Item, attribute: string): string {
  const version = item['schemaVersion'];
  if (typeof version !== 'number' || version > schemaVersion)
    throw new Failure('internal', 'the item was written by a later version of the platform');
  const text = item[attribute];
  if (typeof text !== 'string')
    throw new Failure('internal', `the stored item does not have the attribute ${attribute}`);
  return text;
}

export const optionalText = (item: Item, attribute: string): string | undefined =>
  item[attribute] === undefined ? undefined : itemText(item, attribute);

/** Returns the row in an item. The platform wrote the row itself, and the item's table determines its type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type is the table's, said where it is read
export const rowOf = <T>(item: Item): T => JSON.parse(itemText(item, 'row')) as T;

/** The attributes that `rowOf` reads. */
export const rowAttributes = ['schemaVersion', 'row'] as const;

export const rowText = (row: object): string => canonicalJson(row);
