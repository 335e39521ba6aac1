import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { foldedAuthorsLabel } from '../fold.ts';
import { endOf } from '../values/text.ts';

const maxPlaces = 64;
const word = /[\p{L}\p{N}]/u;

/**
 * Finds the places at which one of the labels begins a field. With `anywhere`, it finds all places at which one of the
 * labels occurs. If two labels begin at one place, the longer one counts, even if it belongs to another property
 * (`known`). If labels in two languages are next to each other, the last one counts.
 */
export function labelPlaces(
  document: Document,
  {
    labels,
    anywhere = false,
    known = [],
  }: { readonly labels: readonly string[]; readonly anywhere?: boolean; readonly known?: readonly string[] },
): readonly TextSpan[] {
  const found = labels.flatMap((label) => placesOf(document, foldedAuthorsLabel(label), anywhere));
  const named = new Set(labels);
  const others = farthestByStart(
    known
      .filter((label) => !named.has(label))
      .flatMap((label) => placesOf(document, foldedAuthorsLabel(label), anywhere)),
  );
  let reached = 0;
  const longest = found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      const free = start >= reached;
      reached = Math.max(reached, end);
      return free;
    });
  const own = longest.filter(({ start, end }) => (others.get(start) ?? 0) <= end);
  return own.filter((place, i) => {
    const next = own[i + 1];
    return !next || next.start - place.end > 4 || !between.test(document.text.slice(place.end, next.start));
  });
}
const between = /^[\s/|(–-]{0,4}$/;

function farthestByStart(places: readonly TextSpan[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const { start, end } of places) ends.set(start, Math.max(end, ends.get(start) ?? 0));
  return ends;
}

function placesOf(document: Document, label: string, anywhere: boolean): readonly TextSpan[] {
  const { folded: compared, text } = document;
  const places: TextSpan[] = [];
  for (let from = compared.text.indexOf(label); from !== -1; from = compared.text.indexOf(label, from + 1)) {
    const to = from + label.length;
    if (word.test(compared.text[to] ?? '') || word.test(compared.text[from - 1] ?? '')) continue;
    const place = { start: compared.at(from), end: endOf(text, compared.at(to - 1), compared.at(to)) };
    if (anywhere || beginsField(text, place)) places.push(place);
    if (places.length === maxPlaces) break;
  }
  return places;
}

/**
 * True if a field begins at this place: at the start of the line, after wide space, or after punctuation. If a colon
 * follows the label, a field may also begin after the punctuation of a sentence, or after a word with a digit. `Toplam`
 * in `Ara Toplam` begins no field.
 */
function beginsField(text: string, { start, end }: TextSpan): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  const line = before.split(/[\n\r\f\u0085\u2028\u2029]/).at(-1) ?? '';
  const said = line.trimEnd();
  if (said === '' || /\t|[ \u00a0]{2}$/.test(line.slice(said.length))) return true;
  const last = /.$/u.exec(said)?.[0] ?? '';
  // A percent sign or a currency sign does not begin a field, because it ends a header of its own, as in `Net VAT-%
  // Total`.
  const isMark = !/[\p{L}\p{N}\p{M}\p{Sc}%‰'’]/u.test(last) && (last !== '-' || said.length < line.length);
  const isOfSentences = /[,;.!?("“”]/u.test(last) && /\p{L}/u.test(said);
  if (isMark && !isOfSentences) return true;
  const lastWord = /\S+$/.exec(said)?.[0] ?? '';
  return (
    (isMark || (said.length < line.length && /\d/.test(lastWord))) &&
    /^\s*(?:\([^()]{0,60}\))?\s*[:：]/u.test(text.slice(end, end + 80))
  );
}
