import { createHash, hash } from 'node:crypto';
import type { Hash } from '../../contract/values/canonical.ts';
import { compareCodePoints } from '../../contract/values/code-points.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';

export interface ObjectSet {
  readonly count: number;
  readonly hash: Hash;
}

/** Returns the line of an object version in an object set, such as `["Claim","CLM-1",3]`. */
export const lineOf = ({ type, id, version }: Pick<OntologyObject, 'type' | 'id' | 'version'>): string =>
  JSON.stringify([type, id, version]);

/**
 * Returns the shard of a line: the first two hex digits of its SHA-256. There are 256 shards, so that no engine must
 * sort all lines at once.
 */
export const shardOf = (line: string): string => hash('sha256', line).slice(0, 2);

/**
 * Collects objects with their versions, and computes the hash of the whole set. The digest of a shard is the SHA-256 of
 * its lines, each with a line feed, sorted by code point. The order in which objects are added does not matter.
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

/**
 * Computes the hash of a set: the SHA-256 of a line `<shard> <digest>` for each shard that has objects. Each line ends
 * with a line feed, and lines are sorted by shard.
 */
export function setHash(digests: readonly (readonly [shard: string, digest: Hash])[]): Hash {
  const whole = createHash('sha256');
  for (const [shard, digest] of digests.toSorted(([a], [b]) => (a < b ? -1 : 1))) whole.update(`${shard} ${digest}\n`);
  return whole.digest('hex');
}
