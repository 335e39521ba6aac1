/**
 * The most levels that a policy may have on one path: 20 for each bracket and 1 for each operator. Cedar's parser overflows
 * the stack of its WebAssembly module at more than 100 nested brackets, or more than 400 nested `if`, and every later
 * answer of the module is wrong then. What is refused here could not be stored either: canonical JSON has at most 100 levels.
 */
const maxLevels = 1000;
const bracketLevels = 20;

/** Matches strings, comments and the tokens that count. A string that does not end matches to the end of the text. */
const tokens =
  /"(?:[^"\\]|\\[\s\S])*"?|\/\/[^\n]*|[([{]|[)\]}]|[,;]|&&|\|\||[=!<>]=|[.!<>+*-]|\b(?:if|then|else|in|has|like|is|when|unless)\b/g;

/**
 * Returns the line on which a text of policies becomes too deep for Cedar's parser. Undefined if it can be parsed. The text
 * needs not be valid, and the time is linear in its length.
 */
export function tooDeepLine(text: string): number | undefined {
  const outer: number[] = [];
  let levels = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const [first = ''] = token;
    if (first === '"' || token.startsWith('//')) continue;
    if ('([{'.includes(first)) {
      outer.push(levels);
      levels += bracketLevels;
    } else if (')]}'.includes(first)) levels = (outer.pop() ?? 0) + 1;
    // Members of a list are beside each other, not below each other.
    else if (',;'.includes(first)) levels = outer.length === 0 ? 0 : (outer.at(-1) ?? 0) + bracketLevels;
    else levels += 1;
    if (levels > maxLevels) return text.slice(0, index).split('\n').length;
  }
  return undefined;
}
