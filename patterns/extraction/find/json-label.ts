import type { TextSpan } from '../../../contract/located-text.ts';
import type { Document } from '../document.ts';
import { foldedLabel } from '../fold.ts';

const asked = new Set(['question', 'label', 'title', 'field', 'name', 'key', 'soru', 'etiket', 'baslik', 'alan', 'ad']);
const answered = new Set(['answer', 'value', 'cevap', 'yanit', 'deger']);
const maxPlaces = 64;

/**
 * The scalars of a JSON source that a label names: by their key with the one around it (`loss.date`, `lossDate`,
 * `loss_date`), else by their key alone unless both are another property's (`known`), or as the answer beside a question.
 */
export function jsonPlaces(
  { located, text }: Document,
  labels: readonly string[],
  known: readonly string[],
): readonly TextSpan[] {
  const pointers = Object.entries(located.pointers ?? {});
  const wanted = new Set(labels.map(joined));
  const named = (count: number): readonly TextSpan[] =>
    pointers.flatMap(([pointer, span]) => (wanted.has(wordsOf(pointer, count)) ? [span] : []));
  const others = new Set(known.map(joined).filter((label) => !wanted.has(label)));
  const alone = named(1).filter(
    (span) => !pointers.some(([pointer, one]) => one === span && others.has(wordsOf(pointer, 2))),
  );
  const isQuestion = ([pointer, { start, end }]: readonly [string, TextSpan]): boolean =>
    asked.has(wordsOf(pointer, 1)) && wanted.has(joined(questionOf(text.slice(start, end))));
  const questions = new Set(pointers.filter(isQuestion).map(([pointer]) => parentOf(pointer)));
  const answers = pointers.flatMap(([pointer, span]) =>
    questions.has(parentOf(pointer)) && answered.has(wordsOf(pointer, 1)) ? [span] : [],
  );
  const qualified = [...named(2), ...answers];
  return (qualified.length > 0 ? qualified : alone).slice(0, maxPlaces);
}

const keysOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);
const wordsOf = (pointer: string, count: number): string => joined(keysOf(pointer).slice(-count).join(' '));
const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));
/** Without the remark in brackets and the mark at its end. */
const questionOf = (text: string): string =>
  text.replace(/\s*(?:\([^()]{0,60}\))?\s*[?:.]*\s*$/, '').replace(/\?$/, '');
const joined = (text: string): string => foldedLabel(text).replaceAll(/[^\p{L}\p{N}#]/gu, '');
