/** Returns a text that two JSON values share exactly if they are equal. The order of members does not matter. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOfValue).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? String(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${textOfValue(member)}`);
  return `{${members.sort().join()}}`;
}
