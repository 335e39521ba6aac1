import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { joinedAuthorsLabel } from '../fold.ts';
import { jsonIndex, type JsonMember } from './json-index.ts';

const maxPlaces = 64;

/**
 * Finds the scalars of a JSON source that a label names. A scalar matches by its key together with the key around it
 * (`loss.date`, `lossDate`, `loss_date`), or as the answer to a question. If no scalar matches in this way, a scalar
 * also matches by its key alone, unless both keys together are the label of another property (`known`).
 */
export function jsonPlaces(
  document: Document,
  labels: readonly string[],
  known: readonly string[],
): readonly TextSpan[] {
  if (document.located.pointers === undefined) return [];
  const { byKey, byTwoKeys, byQuestion } = jsonIndex(document);
  const wanted = [...new Set(labels.map(joinedAuthorsLabel))];
  const named = (index: ReadonlyMap<string, readonly JsonMember[]>): readonly JsonMember[] =>
    wanted.flatMap((label) => index.get(label) ?? []);
  const qualified = [...new Set([...named(byTwoKeys), ...named(byQuestion)])];
  const others = new Set(known.map(joinedAuthorsLabel).filter((label) => !wanted.includes(label)));
  const found = qualified.length > 0 ? qualified : named(byKey).filter((member) => !others.has(member.qualified));
  return found
    .map(({ span }) => span)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, maxPlaces);
}
