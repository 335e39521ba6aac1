import { replaceHiding, seenName } from '../contract/values/plain-text.ts';
import type { Io } from './command.ts';

/** Sequences that the commands themselves print: a progress line that begins anew, and the verdicts of the gate. */
const own = new Set(['\r\u001B[K', '\u001B[32mok\u001B[0m', '\u001B[31mFAIL\u001B[0m']);
const likeOwn = /(^\r\p{Cc}\[K|\p{Cc}\[\d{2}m(?:ok|FAIL)\p{Cc}\[0m)/u;

/**
 * Returns an `Io` that prints no control character and no character that hides or reorders text. File names, values and
 * answers come from others, and a terminal would obey them. In JSON such a character is escaped, in other text it becomes
 * U+FFFD.
 */
export const printableIo = (io: Io): Io => ({
  ...io,
  out: (text) => io.out(printable(text)),
  err: (text) => io.err(printable(text)),
});

const printable = (text: string): string =>
  /^[[{]/.test(text)
    ? replaceHiding(text, escaped)
    : text
        .split(likeOwn)
        .map((part) => (own.has(part) ? part : seenName(part)))
        .join('');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
