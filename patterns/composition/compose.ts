import type { Template } from '../../contract/artefacts/template.ts';
import { canonicalJson, sha256 } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { Product } from '../../contract/pattern.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import { codePoints } from './code-points.ts';
import { LetterFault, LetterTooLong, parseLetter, renderLetter } from './letter.ts';
import { nodeOf, type NodeCondition, type Node, type Reference } from './node.ts';
import type { Response } from './schema.ts';

/**
 * The most values in one Draft. Without this limit, `$each` within `$each` over long lists could make far more values.
 */
const maxValues = 20_000;

/** A value, or undefined if the member or item is left out. */
type Made = { readonly value: unknown } | undefined;

interface Scope {
  readonly parts: Readonly<Record<string, unknown>>;
  /** The item of the nearest `$each`, and its JSON Pointer in the arguments. */
  readonly item?: { readonly value: unknown; readonly pointer: string };
  readonly counter: { values: number };
}

const bodies = new WeakMap<Template, Node>();
const letters = new WeakMap<Node, ReturnType<typeof parseLetter>>();

function bodyOf(template: Template): Node {
  const known = bodies.get(template);
  if (known) return known;
  const body = nodeOf(template.body);
  bodies.set(template, body);
  return body;
}

/**
 * Makes the Draft of a template and its parts. The Draft depends only on the template and the parts, and is not stored.
 * @throws Failure `arguments.invalid` naming a part that is missing or of the wrong type, `result.too_large`
 */
export function compose(parts: Readonly<Record<string, unknown>>, template: Template): Product<Response, never> {
  const made = build(bodyOf(template), { parts, counter: { values: 0 } });
  const content = isObject(made?.value) ? made.value : {};
  return {
    result: {
      status: 'draft',
      draftType: template.draftType,
      template: `${template.id}@${template.version}`,
      content,
      contentHash: sha256(canonicalJson(content)),
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function build(node: Node, scope: Scope): Made {
  scope.counter.values += 1;
  if (scope.counter.values > maxValues)
    throw new Failure('result.too_large', `the Draft has more than ${maxValues} values. Send fewer or shorter lists`);
  switch (node.kind) {
    case 'literal':
      return { value: node.value };
    case 'object': {
      const members = node.members.map(([name, inner]) => [name, build(inner, scope)] as const);
      return { value: Object.fromEntries(members.flatMap(([name, made]) => (made ? [[name, made.value]] : []))) };
    }
    case 'array':
      return { value: listed(node.items.map((inner) => build(inner, scope))) };
    case 'reference':
      return { value: taken(node.at, scope).value };
    case 'each':
      return { value: listed(itemsOf(node.of, scope).map((item) => build(node.item, { ...scope, item }))) };
    case 'if': {
      const branch = holds(node.condition, scope) ? node.chosen : node.otherwise;
      return branch && build(branch, scope);
    }
    case 'letter':
      break;
  }
  return { value: written(node, scope.parts) };
}

const listed = (all: readonly Made[]): readonly unknown[] => all.flatMap((made) => (made ? [made.value] : []));

function found(
  { of, pointer }: Reference,
  { parts, item }: Scope,
): { readonly value: unknown; readonly pointer: string } {
  const from = of === 'parts' ? { value: parts, pointer: '/parts' } : (item ?? { value: undefined, pointer: '/parts' });
  return { value: valueAt(from.value, pointer), pointer: `${from.pointer}${pointer}` };
}

function taken(reference: Reference, scope: Scope): { readonly value: unknown; readonly pointer: string } {
  const at = found(reference, scope);
  if (at.value === undefined) throw unfit(at.pointer, 'is required by the template');
  return at;
}

function itemsOf(reference: Reference, scope: Scope): readonly NonNullable<Scope['item']>[] {
  const { value, pointer } = taken(reference, scope);
  if (!Array.isArray(value)) throw unfit(pointer, 'must be an array');
  return value.map((item: unknown, i) => ({ value: item, pointer: `${pointer}/${i}` }));
}

function holds(condition: NodeCondition, scope: Scope): boolean {
  if ('present' in condition) return found(condition.present, scope).value !== undefined;
  const { value } = taken(condition.of, scope);
  return condition.oneOf.some((one) => one === value);
}

function written(node: Extract<Node, { kind: 'letter' }>, parts: Scope['parts']): string {
  const letter = letters.get(node) ?? parseLetter(node.format, node.source);
  letters.set(node, letter);
  const text = rendered(node, letter, parts);
  if (codePoints(text) <= node.maxLength) return text;
  throw new Failure(
    'result.too_large',
    `${node.path.join('/')}: the letter is longer than its maxLength of ${node.maxLength} characters. Send shorter parts`,
  );
}

function rendered(
  node: Extract<Node, { kind: 'letter' }>,
  letter: ReturnType<typeof parseLetter>,
  parts: Scope['parts'],
): string {
  try {
    return renderLetter(node.format, letter, parts);
  } catch (error) {
    if (!(error instanceof LetterFault)) throw error;
    if (error instanceof LetterTooLong)
      throw new Failure('result.too_large', `${node.path.join('/')}: ${error.message}`);
    const { variable } = error;
    const pointer = variable === undefined ? '/parts' : `/parts/${variable.replaceAll('.', '/')}`;
    throw unfit(pointer, error.message);
  }
}

const unfit = (pointer: string, detail: string): Failure =>
  new Failure('arguments.invalid', `${pointer}: ${detail}`, { pointer });
