/** Returns the length of a text in code points, as JSON Schema and the proofs count it. */
export const codePoints = (text: string): number =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
