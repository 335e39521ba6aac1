// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Returns true if a server could read `.` or `..` as a whole segment in the given text. Servers differ: some decode
 * before they split, cut off `;parameters` (Tomcat's `..;`), treat `\` as `/`, or look for `?` and `#` after decoding.
 */
const hasDotSegment = (text: string): boolean =>
  text.split(/[/\\?#]/).some((part) => ['.', '..'].includes(part.split(';', 1)[0] ?? ''));

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/**
 * Returns true if a percent-encoded segment leads to a parent folder or contains a control character, however often a
 * server decodes it.
 */
export const unsafeSegment = (segment: string): boolean => {
  let text = decoded(segment);
  if (text === undefined) return true;
  for (let round = 0; round < 4; round += 1) {
    if (hasDotSegment(text) || control.test(text)) return true;
    const next = decoded(text);
    if (next === undefined || next === text) return false;
    text = next;
  }
  return true;
};
