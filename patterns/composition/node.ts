import * as z from 'zod';
import { jsonPointer } from '../../contract/values/shapes.ts';
import type { LetterFormat } from './letter.ts';
import { TemplateRefused } from './refused.ts';

/** A place from which a template takes a value: the parts, or the item of the nearest `$each`. */
export interface Reference {
  readonly of: 'parts' | 'item';
  readonly pointer: string;
}

export type TemplateScalar = string | number | boolean | null;
export type NodeCondition =
  | { readonly present: Reference }
  | { readonly of: Reference; readonly oneOf: readonly TemplateScalar[] };

type Path = readonly (string | number)[];
/** A node of a template's body. `path` is its place in the body. */
export type Node = { readonly path: Path } & (
  | { readonly kind: 'literal'; readonly value: TemplateScalar }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Node])[] }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'reference'; readonly at: Reference }
  | { readonly kind: 'each'; readonly of: Reference; readonly item: Node }
  | { readonly kind: 'if'; readonly condition: NodeCondition; readonly chosen: Node; readonly otherwise?: Node }
  | { readonly kind: 'letter'; readonly format: LetterFormat; readonly source: string; readonly maxLength: number }
);

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const reference = z.union([
  z.strictObject({ $part: jsonPointer }).transform(({ $part }): Reference => ({ of: 'parts', pointer: $part })),
  z.strictObject({ $item: jsonPointer }).transform(({ $item }): Reference => ({ of: 'item', pointer: $item })),
]);
const condition = z.union([
  z.strictObject({ present: reference }),
  z.strictObject({ of: reference, equals: scalar }).transform(({ of, equals }) => ({ of, oneOf: [equals] })),
  z
    .strictObject({ of: reference, in: z.array(scalar).min(1).max(64) })
    .transform((one) => ({ of: one.of, oneOf: one.in })),
]);
/** The most characters of a letter, which is enough for a few pages. */
const maxLength = z.int().min(1).max(20_000);
const each = z.strictObject({ $each: reference, do: z.unknown() });
const choice = z.strictObject({ $if: condition, do: z.unknown(), else: z.unknown().optional() });
const text = z.strictObject({ $text: z.string(), maxLength });
const html = z.strictObject({ $html: z.string(), maxLength });

const maxDepth = 16;
const member = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;
const forms = '{ $part }, { $item }, { $each, do }, { $if, do, else? }, { $text, maxLength } or { $html, maxLength }';

/**
 * Parses a template's body into nodes. An object with a member that begins with `$` is computed and must have one of
 * the known forms. Any other value is copied.
 * @throws TemplateRefused
 */
export function nodeOf(value: unknown, path: Path = []): Node {
  if (path.length > maxDepth * 2) throw new TemplateRefused(path, `is nested more than ${maxDepth} levels deep`);
  const literal = scalar.safeParse(value);
  if (literal.success) return { path, kind: 'literal', value: literal.data };
  if (Array.isArray(value)) {
    return { path, kind: 'array', items: value.map((item: unknown, i) => nodeOf(item, [...path, i])) };
  }
  if (typeof value !== 'object' || value === null) throw new TemplateRefused(path, 'must be JSON');
  if (Object.keys(value).some((name) => name.startsWith('$'))) return computed(value, path);
  const members = Object.entries(value).map(([name, inner]: [string, unknown]): readonly [string, Node] => {
    if (!member.test(name))
      throw new TemplateRefused(
        [...path, name],
        'must be a member name of letters, digits and _ that begins with a letter',
      );
    return [name, nodeOf(inner, [...path, name])];
  });
  return { path, kind: 'object', members };
}

function computed(value: object, path: Path): Node {
  if ('$part' in value || '$item' in value) {
    return { path, kind: 'reference', at: parsed(reference, value, path) };
  }
  if ('$each' in value) {
    const { $each, do: item } = parsed(each, value, path);
    return { path, kind: 'each', of: $each, item: nodeOf(item, [...path, 'do']) };
  }
  if ('$if' in value) {
    const { $if, do: chosen, else: otherwise } = parsed(choice, value, path);
    const rest = otherwise === undefined ? {} : { otherwise: nodeOf(otherwise, [...path, 'else']) };
    return { path, kind: 'if', condition: $if, chosen: nodeOf(chosen, [...path, 'do']), ...rest };
  }
  if ('$text' in value) {
    const { $text, maxLength: most } = parsed(text, value, path);
    return { path, kind: 'letter', format: 'text', source: $text, maxLength: most };
  }
  if ('$html' in value) {
    const { $html, maxLength: most } = parsed(html, value, path);
    return { path, kind: 'letter', format: 'html', source: $html, maxLength: most };
  }
  throw new TemplateRefused(path, `must be one of the forms ${forms}`);
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, path: Path): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const inner = (issue?.path ?? []).filter((step) => typeof step !== 'symbol');
  throw new TemplateRefused([...path, ...inner], issue?.message ?? `must be one of the forms ${forms}`);
}
