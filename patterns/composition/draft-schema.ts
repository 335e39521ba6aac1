import { isNeverEmpty, letterProblems, type Fits } from './letter-proof.ts';
import type { NodeCondition, Node, Reference } from './node.ts';
import { isList, typeMemberOf, type TypeSchema } from './typed.ts';

export interface DraftFinding {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The type of a node's value, and whether the value may be missing. */
interface Typed {
  readonly schema: unknown;
  readonly optional: boolean;
}

interface Scope {
  readonly parts: TypeSchema;
  readonly item?: unknown;
  /** The references that a surrounding `$if` has found to be present. */
  readonly present: readonly Reference[];
}

/**
 * Infers the type of everything that a template can produce, as JSON Schema 2020-12. The compiler compares it with the
 * Draft's type. Also returns what is wrong with the template, such as the use of an optional part without a test that
 * the part is present.
 */
export function draftSchemaOf(
  body: Node,
  parts: TypeSchema,
  fits: Fits,
): { readonly schema: unknown; readonly findings: readonly DraftFinding[] } {
  const inference = new Inference(fits);
  const { schema, optional } = inference.of(body, { parts, present: [] });
  if (optional) inference.findings.push({ path: body.path, message: 'may produce no value. Add the member else' });
  return { schema, findings: inference.findings };
}

class Inference {
  readonly findings: DraftFinding[] = [];
  readonly #fits: Fits;

  constructor(fits: Fits) {
    this.#fits = fits;
  }

  of(node: Node, scope: Scope): Typed {
    switch (node.kind) {
      case 'literal':
        return always({ const: node.value });
      case 'object':
        return this.#object(node, scope);
      case 'array':
        return this.#array(node, scope);
      case 'reference':
        return always(this.#reference(node.at, node, scope));
      case 'each':
        return this.#each(node, scope);
      case 'if':
        return this.#choice(node, scope);
      case 'letter':
        break;
    }
    return this.#letter(node, scope);
  }

  #object({ members }: Extract<Node, { kind: 'object' }>, scope: Scope): Typed {
    const typed = members.map(([name, inner]) => ({ name, ...this.of(inner, scope) }));
    return always({
      type: 'object',
      properties: Object.fromEntries(typed.map(({ name, schema }) => [name, schema])),
      required: typed.filter(({ optional }) => !optional).map(({ name }) => name),
      additionalProperties: false,
    });
  }

  #array({ items }: Extract<Node, { kind: 'array' }>, scope: Scope): Typed {
    const typed = items.map((inner) => this.of(inner, scope));
    const minItems = typed.filter(({ optional }) => !optional).length;
    return always({
      type: 'array',
      items: typed.length === 0 ? false : { anyOf: typed.map(({ schema }) => schema) },
      minItems,
      maxItems: typed.length,
    });
  }

  #each(node: Extract<Node, { kind: 'each' }>, scope: Scope): Typed {
    const list = this.#reference(node.of, node, scope);
    if (list === false) return always(false);
    if (!isList(list)) return this.#tell(node, 'must loop over a part that is an array');
    const here = scope.present.filter(({ of }) => of === 'parts');
    const { schema, optional } = this.of(node.item, { ...scope, item: list['items'], present: here });
    const least = optional || typeof list['minItems'] !== 'number' ? {} : { minItems: list['minItems'] };
    const most = typeof list['maxItems'] === 'number' ? { maxItems: list['maxItems'] } : {};
    return always({ type: 'array', items: schema, ...least, ...most });
  }

  #choice(node: Extract<Node, { kind: 'if' }>, scope: Scope): Typed {
    const { condition, chosen, otherwise } = node;
    if ('of' in condition) this.#reference(condition.of, node, scope);
    else if (!this.#resolved(condition.present, scope))
      this.#tell(node, `${shown(condition.present)} is not declared by the type of the parts`);
    const taken = this.of(chosen, { ...scope, present: [...scope.present, ...presentIn(condition)] });
    if (!otherwise) return { schema: taken.schema, optional: true };
    const other = this.of(otherwise, scope);
    return { schema: { anyOf: [taken.schema, other.schema] }, optional: taken.optional || other.optional };
  }

  #letter(node: Extract<Node, { kind: 'letter' }>, { parts }: Scope): Typed {
    const problems = letterProblems({ format: node.format, source: node.source }, parts, this.#fits);
    this.findings.push(...problems.map((message) => ({ path: [...node.path, `$${node.format}`], message })));
    const never = problems.length === 0 && isNeverEmpty(node.format, node.source);
    return always({ type: 'string', minLength: never ? 1 : 0, maxLength: node.maxLength });
  }

  #reference(reference: Reference, node: Node, scope: Scope): unknown {
    const found = this.#resolved(reference, scope);
    if (!found) return this.#tell(node, `${shown(reference)} is not declared by the type of the parts`).schema;
    if (!found.certain) {
      return this.#tell(
        node,
        `${shown(reference)} is optional. Use it only inside $if, with the condition { present: REFERENCE }`,
      ).schema;
    }
    return found.schema;
  }

  #resolved({ of, pointer }: Reference, scope: Scope): { schema: unknown; certain: boolean } | undefined {
    let at: { schema: unknown; certain: boolean } = {
      schema: of === 'parts' ? scope.parts : scope.item,
      certain: true,
    };
    let path = '';
    for (const step of pointer.split('/').slice(1)) {
      const member = typeMemberOf(at.schema, step.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (!member) return undefined;
      path += `/${step}`;
      const here = path;
      const asked = scope.present.some((one) => one.of === of && `${one.pointer}/`.startsWith(`${here}/`));
      at = { schema: member.schema, certain: at.certain && (member.required || asked) };
    }
    return at.schema === undefined ? undefined : at;
  }

  /** Notes a finding. The returned type fits every other type, so that one error is not reported twice. */
  #tell({ path }: Node, message: string): Typed {
    this.findings.push({ path, message });
    return always(false);
  }
}

const always = (schema: unknown): Typed => ({ schema, optional: false });
const presentIn = (condition: NodeCondition): readonly Reference[] =>
  'present' in condition ? [condition.present] : [];
const shown = ({ of, pointer }: Reference): string => `${of === 'parts' ? '$part' : '$item'} ${pointer}`;
