import { unsafeSegment } from './path-segment.ts';

/** Thrown for a value that must not become part of a path. The message names the placeholder, never the value. */
export class PathRefused extends Error {
  override readonly name = 'PathRefused';
}

/**
 * Fills in a path template such as `/claims/{id}/reserve`. Each value is percent-encoded as one segment. It refuses a
 * placeholder without a value, an empty value, and a value in which a server that decodes first would find `.` or `..`.
 * @throws PathRefused
 */
export const expandPath = (template: string, values: Readonly<Record<string, string>>): string => {
  const path = template.replaceAll(/\{([A-Za-z]\w*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw new PathRefused(`the placeholder {${name}} has no value`);
    const segment = percentEncoded(name, value);
    if (unsafeSegment(segment))
      throw new PathRefused(`the value of {${name}} contains a dot segment or a control character`);
    return segment;
  });
  if (/[{}]/.test(path)) throw new PathRefused('the template has a brace outside a placeholder');
  return path;
};

/**
 * Encodes all characters except the unreserved ones of RFC 3986. encodeURIComponent would leave five more characters
 * unencoded.
 */
function percentEncoded(name: string, value: string): string {
  if (!value.isWellFormed()) throw new PathRefused(`the value of {${name}} is not well-formed Unicode`);
  const code = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(value).replaceAll(/[!'()*]/g, code);
}
