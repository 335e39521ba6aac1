// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * True if a peer could read `.` or `..` as a whole segment in a text that stands for one segment. Peers decode before
 * they split, cut off `;parameters` (Tomcat's `..;`), take `\` for `/`, or look for `?` and `#` after decoding.
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

/** True if a percent-encoded segment climbs or holds a control character, however often a peer decodes it. */
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
