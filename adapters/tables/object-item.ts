import { sha256 } from '../../contract/values/canonical.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import type { Write } from './database.ts';
import { itemOf, rowText } from './item.ts';

/**
 * Returns the key of an object's current version (see `contract/platform/stores.ts`). An id may contain any character,
 * but a type contains neither `#` nor `@`, so no two objects have the same key.
 */
export const objectKey = (type: string, id: string): string => `${type}#${id}`;
export const versionKey = (type: string, id: string, version: number): string => `${type}@${version}#${id}`;

const shards = '0123456789abcdef'.split('');
export const shardsOf = (type: string): readonly string[] => shards.map((shard) => `${type}#${shard}`);
const shardOf = ({ type, id }: OntologyObject): string => `${type}#${sha256(id).slice(0, 1)}`;

/**
 * Writes a version of an object as two items of one transaction: one item has the current version and replaces the
 * previous version; a read with `asOf` finds the other item.
 */
export function putObject(object: OntologyObject): readonly [Write, Write] {
  const { type, id, version } = object;
  const row = rowText(object);
  return [
    {
      put: itemOf(objectKey(type, id), { shard: shardOf(object), id, version, row }),
      in: 'objects',
      if: version === 1 ? { is: 'absent' } : { is: 'equal', attributes: { version: version - 1 } },
    },
    { put: itemOf(versionKey(type, id, version), { row }), in: 'objects', if: { is: 'absent' } },
  ];
}
