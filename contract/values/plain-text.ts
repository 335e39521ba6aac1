import { escapePointer } from './pointers.ts';

/**
 * Matches one character that can hide or reorder the text around it: a control or escape character, a mark of text
 * direction, a line separator, or a character that is not drawn, such as a zero-width space. Line feed, tab and the mark
 * that selects the form of an emoji are allowed.
 */
const hiding =
  /(?!\n|\t|\uFE0F)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/u;
const everyHiding = new RegExp(hiding, 'gu');

export const plainTextRule = 'must not contain control characters, invisible characters or marks of text direction';

/** Returns true if people see a text as it is: it has no character that can hide or reorder the text around it. */
export const isPlainText = (text: string): boolean => !hiding.test(text);

/** Returns a text in which each character that can hide or reorder the text around it is replaced. */
export const replaceHiding = (text: string, by: (character: string) => string): string =>
  text.replaceAll(everyHiding, by);

/** Returns a text from a document in the form that people may see. A character that could mislead them becomes U+FFFD. */
export const seenName = (text: string): string => replaceHiding(text, () => '\uFFFD');

/**
 * Looks in a value for a text that is not plain, or an object with a member name that is not plain. Returns the pointer
 * of one such text or object, or undefined if there is none.
 * @param pointer the pointer of the value itself, with which the returned pointer begins
 */
export function notPlainAt(value: unknown, pointer: string): string | undefined {
  const left: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer }];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (typeof at.value === 'string' && !isPlainText(at.value)) return at.pointer;
    if (at.value === null || typeof at.value !== 'object') continue;
    for (const [name, member] of Object.entries(at.value)) {
      if (!isPlainText(name)) return at.pointer;
      left.push({ value: member, pointer: `${at.pointer}/${escapePointer(name)}` });
    }
  }
  return undefined;
}
