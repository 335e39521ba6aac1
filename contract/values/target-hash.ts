import type { Action, SeenRecord } from '../rows/action.ts';
import { sha256, type Hash } from './canonical.ts';

/**
 * Returns the hash under which events refer to a record: SHA-256 of `<sor>/<resource>/<id>`. For an object of the
 * platform it is SHA-256 of `objects/<type>/<id>`.
 */
export const targetHash = ({ sor, resource, ref }: Pick<SeenRecord, 'sor' | 'resource' | 'ref'>): Hash =>
  sha256(`${sor}/${resource}/${ref}`);

/** Returns the hashes of all records that are read before the Task opens. The hash of the target comes first. */
export const verifiedHashes = ({ target, lookups = {} }: Pick<Action, 'target' | 'lookups'>): readonly Hash[] => [
  ...new Set([target, ...Object.values(lookups)].map(targetHash)),
];
