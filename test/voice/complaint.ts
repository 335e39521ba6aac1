/** Words with which a text begins that tells its condition or its object before its subject. */
const openers = /^(?:of|what|whatever|where|who|whoever|whose|whether)\b/i;

const mostWords = 35;

/** Says what is wrong with a text by three mechanical rules; undefined if nothing is. It judges no other style. */
export function complaintOf(text: string): string | undefined {
  const opener = openers.exec(text)?.[0];
  if (opener !== undefined) return `opens with "${opener}"`;
  const stands = /\b(?:stands?|stood)\b(?! for\b)/i.exec(text.replaceAll(/`[^`]*`|"[^"]*"/g, ''))?.[0];
  if (stands !== undefined) return `says "${stands.toLowerCase()}"`;
  const longest = Math.max(0, ...sentencesOf(text).map((sentence) => sentence.split(/\s+/).filter(Boolean).length));
  return longest > mostWords ? `has a sentence of ${longest} words` : undefined;
}

/** Tags of a docstring, parts behind a colon or a semicolon, and cells of a table count as sentences of their own. */
const sentencesOf = (text: string): readonly string[] => text.split(/[.!?;:](?=\s)|\||(?:^|\s)@\w+/);
