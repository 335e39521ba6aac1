import { createHash, hash } from 'node:crypto';
import type { Hash } from '../../contract/values/canonical.ts';
import { compareCodePoints } from '../../contract/values/code-points.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';

export interface ObjectSet {
  readonly count: number;
  readonly hash: Hash;
}

/** The line of an object version in an object set: `["Claim","CLM-1",3]`. */
export const lineOf = ({ type, id, version }: Pick<OntologyObject, 'type' | 'id' | 'version'>): string =>
  JSON.stringify([type, id, version]);

/** The first two hex digits of the line's SHA-256. With 256 shards, no engine must sort all lines at once. */
export const shardOf = (line: string): string => hash('sha256', line).slice(0, 2);

/**
 * The set of objects, each with its version. Lines are spread over shards by the first two hex digits of their SHA-256.
 * The digest of a shard is SHA-256 over its lines, each with a line feed, sorted by code point. The order in which a
 * store answers has no influence.
 */
export function objectSet(): { add(object: OntologyObject): void; done(): ObjectSet } {
  const shards = new Map<string, string[]>();
  let count = 0;
  return {
    add: (object) => {
      const line = lineOf(object);
      const shard = shardOf(line);
      const known = shards.get(shard);
      if (known) known.push(line);
      else shards.set(shard, [line]);
      count += 1;
    },
    done: () => ({
      count,
      hash: setHash(
        [...shards].map(([shard, lines]) => [
          shard,
          hash(
            'sha256',
            lines
              .sort(compareCodePoints)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        ]),
      ),
    }),
  };
}

/** SHA-256 over a line `<shard> <digest>` for each shard that has objects, each with a line feed, sorted by shard. */
export function setHash(digests: readonly (readonly [shard: string, digest: Hash])[]): Hash {
  const whole = createHash('sha256');
  for (const [shard, digest] of digests.toSorted(([a], [b]) => (a < b ? -1 : 1))) whole.update(`${shard} ${digest}\n`);
  return whole.digest('hex');
}
