import { unsafeSegment } from './path-segment.ts';

/** A value that must not become part of a path; the message names the placeholder, never the value. */
export class PathRefused extends Error {
  override readonly name = 'PathRefused';
}

/**
 * Makes a path from a template such as `/claims/{id}/reserve`. Each value is percent-encoded as one segment. It refuses
 * a placeholder without a value, an empty value, and a value in which a peer that decodes first would find `.` or `..`.
 * @throws PathRefused
 */
export const expandPath = (template: string, values: Readonly<Record<string, string>>): string => {
  const path = template.replaceAll(/\{([A-Za-z]\w*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw new PathRefused(`the placeholder {${name}} has no value`);
    const segment = percentEncoded(name, value);
    if (unsafeSegment(segment)) throw new PathRefused(`the value of {${name}} has a dot segment`);
    return segment;
  });
  if (/[{}]/.test(path)) throw new PathRefused('the template has a brace outside a placeholder');
  return path;
};

/** RFC 3986: unreserved characters stay, all others are encoded. encodeURIComponent leaves five more unencoded. */
function percentEncoded(name: string, value: string): string {
  if (!value.isWellFormed()) throw new PathRefused(`the value of {${name}} is not well-formed Unicode`);
  const code = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(value).replaceAll(/[!'()*]/g, code);
}
