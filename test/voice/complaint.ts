/** Words at the start of a text that put its condition or its object before its subject. */
const openers = /^(?:of|what|whatever|where|who|whoever|whose|whether)\b/i;

const mostWords = 35;

/**
 * Checks a text by three mechanical rules, and no other style.
 *
 * @returns what is wrong with it; undefined if it breaks no rule
 */
export function complaintOf(text: string): string | undefined {
  const opener = openers.exec(text)?.[0];
  if (opener !== undefined) return `opens with "${opener}"`;
  const stands = /\b(?:stands?|stood)\b(?! for\b)/i.exec(text.replaceAll(/`[^`]*`|"[^"]*"/g, ''))?.[0];
  if (stands !== undefined) return `says "${stands.toLowerCase()}"`;
  const longest = Math.max(0, ...sentencesOf(text).map((sentence) => sentence.split(/\s+/).filter(Boolean).length));
  return longest > mostWords ? `has a sentence of ${longest} words` : undefined;
}

/**
 * Splits a text into sentences. A docstring's tags, the parts after a colon or a semicolon, and the cells of a table count
 * as sentences.
 */
const sentencesOf = (text: string): readonly string[] => text.split(/[.!?;:](?=\s)|\||(?:^|\s)@\w+/);
