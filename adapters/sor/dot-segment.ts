/**
 * Whether a peer could read `.` or `..` as a whole segment in a text that stands for one. Peers decode before they
 * split, cut off `;parameters` (Tomcat's `..;`), take `\` for `/`, or look for `?` and `#` after decoding.
 */
export const hasDotSegment = (text: string): boolean =>
  text.split(/[/\\?#]/).some((part) => ['.', '..'].includes(part.split(';', 1)[0] ?? ''));
