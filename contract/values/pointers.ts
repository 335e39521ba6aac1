/**
 * Returns the values that a JSON Pointer (RFC 6901) names, each with its own pointer. `*` matches each member of an
 * array or object, in order.
 */
export function valuesAt(
  value: unknown,
  pattern: string,
): readonly { readonly pointer: string; readonly value: unknown }[] {
  const steps = pattern.split('/').slice(1);
  let found: readonly { pointer: string; value: unknown }[] = [{ pointer: '', value }];
  for (const step of steps) found = found.flatMap((at) => members(at, step));
  return found;
}

function members(
  at: { pointer: string; value: unknown },
  step: string,
): readonly { pointer: string; value: unknown }[] {
  if (at.value === null || typeof at.value !== 'object') return [];
  const entries = Object.entries(at.value);
  const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
  const wanted = step === '*' ? entries : entries.filter(([name]) => name === key);
  return wanted.map(([name, value]) => ({ pointer: `${at.pointer}/${escapePointer(name)}`, value }));
}

/** Escapes the name of a member for use in a JSON Pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the value at a JSON Pointer, or undefined if there is no value. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const step of pointer.split('/').slice(1)) {
    if (at === null || typeof at !== 'object') return undefined;
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
