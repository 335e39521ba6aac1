type Path = readonly PropertyKey[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The value at a path; undefined where there is none. */
export function memberAtPath(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const own = isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
  return own === undefined ? undefined : memberAtPath(own, rest);
}

/** A copy with another value at a path; without the member if the value is undefined. Nothing is made on the way. */
export function withValue(value: unknown, path: Path, put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  if (!isObject(value) || Array.isArray(value)) return value;
  const { [String(step)]: own, ...others } = value;
  if (rest.length > 0 && own === undefined) return value;
  const next = withValue(own, rest, put);
  return next === undefined ? others : { ...others, [String(step)]: next };
}
