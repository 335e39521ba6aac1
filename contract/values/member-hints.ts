import { nearest } from './nearest.ts';

/** A caller may send any number of long names: only a few are looked at, and only short ones are repeated. */
const most = { names: 64, characters: 64 };

/** One edit in a name of up to three letters. Longer names may have two, which covers two swapped letters. */
const edits = (name: string): number => (name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3)));

/**
 * For a missing member: the end of a sentence that names the unknown member that was sent in its place. Empty if there
 * is none. Names of members may be repeated to the caller; values may not.
 */
export function sentInstead(missing: string, sent: readonly string[], known: readonly string[]): string {
  const unknown = sent.filter((name) => !known.includes(name) && name.length <= most.characters).slice(0, most.names);
  const near = nearest(missing, unknown, edits(missing));
  return near === undefined ? '' : `: rename ${JSON.stringify(near)} to ${JSON.stringify(missing)}`;
}

/** For an unknown member: the end of a sentence that names the nearest known member, or else all of them. */
export function knownInstead(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = unknown.length > most.characters ? undefined : nearest(unknown, known, edits(unknown));
  if (near !== undefined) return `: did you mean ${JSON.stringify(near)}?`;
  return `: use ${known.map((name) => JSON.stringify(name)).join(', ')}`;
}
