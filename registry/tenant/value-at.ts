type Path = readonly PropertyKey[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the value at a path. Undefined if the path leads to no value. */
export function memberAtPath(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const own = isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
  return own === undefined ? undefined : memberAtPath(own, rest);
}

/**
 * Returns a copy with another value at a path. If the value is undefined, the member is removed. Missing parents are
 * not created.
 */
export function withValue(value: unknown, path: Path, put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  if (!isObject(value) || Array.isArray(value)) return value;
  const { [String(step)]: own, ...others } = value;
  if (rest.length > 0 && own === undefined) return value;
  const next = withValue(own, rest, put);
  return next === undefined ? others : { ...others, [String(step)]: next };
}
