import { nearest } from './nearest.ts';

/**
 * Limits for names that a caller sent: only names of at most 64 characters are compared or repeated in a message, and
 * at most 64 of them.
 */
const most = { names: 64, characters: 64 };

/**
 * Returns how many edits a misspelt name may have. A name of up to three letters may have one; a longer one at least
 * two, which covers two swapped letters.
 */
const edits = (name: string): number => (name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3)));

/**
 * Returns the end of a message about a missing member. If an unknown member with a similar name was sent, the result
 * says to rename that member. Otherwise the result is empty. A message may repeat names of members, but no values.
 */
export function sentInstead(missing: string, sent: readonly string[], known: readonly string[]): string {
  const unknown = sent.filter((name) => !known.includes(name) && name.length <= most.characters).slice(0, most.names);
  const near = nearest(missing, unknown, edits(missing));
  return near === undefined ? '' : `: rename ${JSON.stringify(near)} to ${JSON.stringify(missing)}`;
}

/** Returns the end of a message about an unknown member: the most similar known member, or else all known members. */
export function knownInstead(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = unknown.length > most.characters ? undefined : nearest(unknown, known, edits(unknown));
  if (near !== undefined) return `: did you mean ${JSON.stringify(near)}?`;
  return `: use ${known.map((name) => JSON.stringify(name)).join(', ')}`;
}
