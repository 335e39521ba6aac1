/**
 * Returns the value of a preference in the header Prefer (RFC 7240, 2). Names of headers and preferences have no case. Of
 * several preferences with one name, the first one counts. An empty value is no value.
 */
export function preferenceOf(headers: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const given = Object.entries(headers).filter(([header]) => header.toLowerCase() === 'prefer');
  const preferences = outsideQuotes(given.map(([, value]) => value ?? '').join(','), ',');
  const pairs = preferences.map((preference) => (outsideQuotes(preference, ';')[0] ?? '').split('='));
  const [, ...value] = pairs.find(([key]) => key?.trim().toLowerCase() === name) ?? [];
  return unquoted(value.join('=').trim()) || undefined;
}

/** Splits a text at a character, but not inside quoted strings (RFC 9110, 5.6.4). */
function outsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  const parts = [''];
  let quoted = false;
  let escaped = false;
  for (const character of text) {
    if (character === '"' && !escaped) quoted = !quoted;
    escaped = quoted && character === '\\' && !escaped;
    if (character === separator && !quoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
