import { createHash } from 'node:crypto';
import type { Hash } from '../../contract/canonical.ts';
import type { OntologyObject } from '../../contract/objects.ts';

/**
 * Which objects, and which version of each: SHA-256 over a line of JSON for each, `["Claim","CLM-1",3]` and a line feed,
 * the lines sorted by code unit. The order in which a store answers is not in it.
 */
export function objectSet(): { add(object: OntologyObject): void; done(): { count: number; hash: Hash } } {
  const lines: string[] = [];
  return {
    add: ({ type, id, version }) => {
      lines.push(JSON.stringify([type, id, version]));
    },
    done: () => {
      const hash = createHash('sha256');
      for (const line of lines.sort()) hash.update(`${line}\n`);
      return { count: lines.length, hash: hash.digest('hex') };
    },
  };
}
