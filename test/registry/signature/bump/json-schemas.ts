export type Schema = { readonly [keyword: string]: unknown };

/** A generator (mulberry32) that gives the same schemas and values for the same seed. */
export class Generator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  some<T>(from: readonly T[]): readonly T[] {
    return from.filter(() => this.chance(50));
  }
}

const leaves: readonly ((random: Generator) => Schema)[] = [
  (random) => ({
    type: 'string',
    ...(random.chance(40) ? { minLength: random.below(4) } : {}),
    ...(random.chance(40) ? { maxLength: 2 + random.below(4) } : {}),
    ...(random.chance(30) ? { pattern: random.pick(['^[a-c]*$', '^a']) } : {}),
  }),
  (random) => ({
    type: random.pick(['integer', 'number']),
    ...(random.chance(40) ? { minimum: random.below(6) - 3 } : {}),
    ...(random.chance(40) ? { maximum: random.below(6) } : {}),
    ...(random.chance(20) ? { exclusiveMinimum: random.below(6) - 3 } : {}),
  }),
  (random) => random.pick<Schema>([{ type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }]),
  (random) => ({ enum: [...random.some(['a', 'b', 'c', 'aa', 1, 2, true]), 'd'] }),
  (random) => ({ const: random.pick(['a', 'b', 1]) }),
];

/**
 * Returns a schema like those of signatures: closed objects, arrays with items, and variants that a constant tells
 * apart.
 */
export function schema(random: Generator, depth = 3): Schema {
  const shape = depth === 0 ? 0 : random.below(7);
  if (shape <= 2) return random.pick(leaves)(random);
  if (shape === 3 || shape === 4) return object(random, depth, {});
  if (shape === 5) {
    return {
      type: 'array',
      items: schema(random, depth - 1),
      ...(random.chance(50) ? { minItems: random.below(2) } : {}),
      ...(random.chance(50) ? { maxItems: 1 + random.below(3) } : {}),
      ...(random.chance(30) ? { uniqueItems: true } : {}),
    };
  }
  if (random.chance(50)) return { anyOf: [schema(random, depth - 1), schema(random, depth - 1)] };
  const kinds = ['x', ...random.some(['y', 'z'])];
  return { oneOf: kinds.map((kind) => object(random, depth, { kind: { const: kind } })) };
}

function object(random: Generator, depth: number, constant: Record<string, Schema>): Schema {
  const names = random.some(['a', 'b', 'c', 'd']);
  return {
    type: 'object',
    properties: { ...constant, ...Object.fromEntries(names.map((name) => [name, schema(random, depth - 1)])) },
    required: [...Object.keys(constant), ...random.some(names)],
    additionalProperties: random.chance(75) ? false : schema(random, 0),
  };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the schema with one keyword removed or changed. */
export function changed(random: Generator, at: Schema): Schema {
  const key = random.pick(Object.keys(at));
  const value = at[key];
  if (key === 'properties' && isSchema(value)) return changedObject(random, at, value);
  if (key === 'required' && Array.isArray(value)) return { ...at, required: value.slice(1) };
  if (key === 'items' && isSchema(value)) return { ...at, items: changed(random, value) };
  if (Array.isArray(value) && (key === 'anyOf' || key === 'oneOf')) {
    const place = random.below(value.length);
    if (random.chance(30) && value.length > 1) return { ...at, [key]: value.filter((_, i) => i !== place) };
    return { ...at, [key]: value.map((branch: Schema, i) => (i === place ? changed(random, branch) : branch)) };
  }
  if (typeof value === 'number' && key !== 'const') {
    const next = value + (random.chance(50) ? 1 : -1);
    return { ...at, [key]: /imum$/i.test(key) ? next : Math.max(next, 0) };
  }
  if (key === 'enum' && Array.isArray(value)) return { enum: [...value.slice(random.below(2)), 'z'] };
  if (key === 'pattern' || key === 'uniqueItems') {
    return Object.fromEntries(Object.entries(at).filter(([keyword]) => keyword !== key));
  }
  return schema(random, 1);
}

function changedObject(random: Generator, at: Schema, properties: Schema): Schema {
  const entries = Object.entries(properties).filter(([name]) => name !== 'kind');
  const fate = random.below(3);
  if (fate === 0 || entries.length === 0) return { ...at, properties: { ...properties, e: schema(random, 1) } };
  const [name, member] = random.pick(entries);
  if (fate === 1 && isSchema(member)) return { ...at, properties: { ...properties, [name]: changed(random, member) } };
  const required = Array.isArray(at['required']) ? at['required'] : [];
  return {
    ...at,
    properties: Object.fromEntries(Object.entries(properties).filter(([own]) => own !== name)),
    required: required.filter((one) => one !== name),
  };
}

const scalars = ['', 'a', 'b', 'aa', 'abc', 'aaaaaaa', 'z', 0, 1, 2, 5, -2, 1.5, true, false, null];

/** Returns a value that is probably valid for the schema. */
export function valueFor(random: Generator, of: unknown): unknown {
  if (!isSchema(of) || random.chance(4)) return random.pick([...scalars.slice(0, -1), [], {}]);
  if ('const' in of) return of['const'];
  if (Array.isArray(of['enum'])) return random.pick(of['enum'] as unknown[]);
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches: unknown = of[keyword];
    if (Array.isArray(branches)) return valueFor(random, random.pick(branches));
  }
  if (of['type'] === 'array') return Array.from({ length: random.below(4) }, () => valueFor(random, of['items']));
  if (of['type'] === 'object' && isSchema(of['properties'])) {
    const required = Array.isArray(of['required']) ? of['required'] : [];
    const members = Object.entries(of['properties']).filter(([name]) => required.includes(name) || random.chance(60));
    const more = random.chance(15)
      ? { [random.pick(['a', 'd', 'e', 'f'])]: valueFor(random, of['additionalProperties']) }
      : {};
    return { ...more, ...Object.fromEntries(members.map(([name, member]) => [name, valueFor(random, member)])) };
  }
  return of['type'] === 'null' ? null : random.pick(fitting(of['type']));
}

const fitting = (type: unknown): readonly unknown[] => {
  if (type === 'boolean') return [true, false];
  if (type === 'string') return scalars.filter((value) => typeof value === 'string');
  if (type === 'integer' || type === 'number') return scalars.filter((value) => typeof value === 'number');
  return ['a', 'abc', ''];
};
