import type { LocatedText, TextSpan } from '../../../contract/rows/located-text.ts';
import { seenName } from '../../../contract/values/plain-text.ts';
import { regionOf } from './passage-place.ts';

/** The text before and after a passage that is shown with it, in UTF-16 units on each side. */
const shownUnits = 240;

/**
 * Returns the text around a passage, within the page of the passage. A character that could hide or reorder the text
 * around it is shown as U+FFFD.
 */
export function surroundingsOf(
  located: LocatedText,
  { start, end }: TextSpan,
): { readonly before: string; readonly after: string } {
  const page = regionOf(located, 'page', { start, end }) ?? { start: 0, end: located.text.length };
  const from = wholeCharacter(located.text, Math.max(page.start, start - shownUnits));
  const to = wholeCharacter(located.text, Math.min(page.end, end + shownUnits));
  return { before: seenName(located.text.slice(from, start)), after: seenName(located.text.slice(end, to)) };
}

/** Returns the offset, or the next one if the offset would split a character of two units. */
const wholeCharacter = (text: string, at: number): number => (/^[\uDC00-\uDFFF]$/.test(text[at] ?? '') ? at + 1 : at);
