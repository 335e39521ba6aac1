import type { Marking } from '../../contract/authority/markings.ts';
import { suggestion } from '../tenant/did-you-mean.ts';
import type { TypeFile } from '../tenant/schemas/ontology-file.ts';
import type { Path } from '../tenant/source.ts';
import { isSchema, members, type Schema } from './keywords.ts';

/** Everything that a `$ref` can name: the tenant's types, its tool versions, and the shapes of the platform. */
export interface Shapes {
  readonly types: ReadonlyMap<string, TypeFile>;
  readonly platform: Readonly<Record<string, Schema>>;
  /** Signatures by `tool.id@version`. A $ref to a signature gives evidence the same schema as the original answer. */
  readonly tools: ReadonlyMap<string, { readonly request: unknown; readonly response: unknown }>;
  /** Names of types and tools whose files did not load, which is already reported. @default none */
  readonly broken?: ReadonlySet<string>;
}

export interface Finding {
  readonly path: Path;
  readonly message: string;
  readonly fix: string;
  /**
   * True if the cause is a file that did not load and is already reported. The finding counts, but is not reported
   * again.
   */
  readonly told?: true;
}

export interface ResolvedSchema {
  /** The self-contained schema, in which each `$ref` is replaced by its schema. */
  readonly schema: unknown;
  /** Markings of the ontology properties in the schema. */
  readonly reaches: readonly Marking[];
  readonly findings: readonly Finding[];
  /** Parts that come from a `$ref`. They are checked in their own files. */
  readonly inlined: ReadonlySet<unknown>;
}

const refForms = 'Write ontology/Type, ontology/Type#property, platform/Name or tool/<id>@<version>#request';

export const schemaLimits = { bytes: 64 * 1024, depth: 32, subschemas: 1000 } as const;

/** Replaces each `$ref` by its schema. It stops at recursion and at the limits of depth and size. */
export function resolveSchema(schema: unknown, shapes: Shapes): ResolvedSchema {
  const resolver = new Resolver(shapes);
  const resolved = resolver.walk(schema, { path: [], within: [], depth: 0 });
  return { schema: resolved, reaches: [...resolver.reaches], findings: resolver.findings, inlined: resolver.inlined };
}

interface Place {
  /** Path in the file. Within a resolved `$ref` it is the path of the `$ref`. */
  readonly path: Path;
  readonly within: readonly string[];
  readonly depth: number;
}

class Resolver {
  readonly reaches = new Set<Marking>();
  readonly findings: Finding[] = [];
  readonly inlined = new Set<unknown>();
  readonly #shapes: Shapes;
  #count = 0;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  walk(schema: unknown, place: Place): unknown {
    if (!isSchema(schema)) return schema;
    this.#count += 1;
    if (place.depth > schemaLimits.depth)
      return this.#over(place, `the schema is nested over ${schemaLimits.depth} levels`);
    if (this.#count > schemaLimits.subschemas) {
      return this.#over(place, `the schema has over ${schemaLimits.subschemas} subschemas`);
    }
    if ('$ref' in schema) return this.#ref(schema, place);
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#keyword(keyword, value, place)]),
    );
  }

  #keyword(keyword: string, value: unknown, place: Place): unknown {
    const below = (value: unknown, ...steps: Path): unknown =>
      this.walk(value, {
        ...place,
        path: place.within.length > 0 ? place.path : [...place.path, keyword, ...steps],
        depth: place.depth + 1,
      });
    if (keyword === 'properties' && isSchema(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, below(member, name)]));
    }
    if (keyword === 'oneOf' || keyword === 'anyOf') {
      return Array.isArray(value) ? members(value).map((member, i) => below(member, i)) : value;
    }
    return ['items', 'additionalProperties', 'propertyNames'].includes(keyword) ? below(value) : value;
  }

  #ref(schema: Schema, place: Place): unknown {
    const { $ref, title: _title, description: _description, ...siblings } = schema;
    const path = place.within.length > 0 ? place.path : [...place.path, '$ref'];
    if (Object.keys(siblings).length > 0) {
      return this.#stop(
        path,
        `the $ref has other keywords beside it: ${Object.keys(siblings).join(', ')}`,
        'Keep only $ref, title and description',
      );
    }
    if (typeof $ref !== 'string') return this.#stop(path, 'the value of $ref is not a string', refForms);
    if (place.within.includes($ref)) {
      return this.#stop(
        path,
        `the $ref ${$ref} is recursive`,
        'Use the identifier of the object instead of the object',
      );
    }
    const target = this.#target($ref, path);
    if (target === undefined) return false;
    const inlined = this.walk(target, { path, within: [...place.within, $ref], depth: place.depth });
    this.inlined.add(inlined);
    return inlined;
  }

  #target(ref: string, path: Path): unknown {
    const [, tool, side] = /^tool\/([^#]+)#(request|response)$/.exec(ref) ?? [];
    if (tool !== undefined) {
      const signature = this.#shapes.tools.get(tool);
      if (signature) return side === 'request' ? signature.request : signature.response;
      const names = [tool, tool.split('@')[0] ?? tool];
      this.#unknown(names, path, {
        message: `there is no tool version ${tool}`,
        fix: suggestion(tool, this.#shapes.tools.keys()),
      });
      return undefined;
    }
    const [, root, name = '', property] = /^(ontology|platform)\/([A-Za-z0-9]+)(?:#([A-Za-z0-9]+))?$/.exec(ref) ?? [];
    if (root === 'platform' && property === undefined) {
      const shape = this.#shapes.platform[name];
      if (shape) return shape;
      this.#stop(path, `there is no ${ref}`, suggestion(name, Object.keys(this.#shapes.platform)));
      return undefined;
    }
    if (root !== 'ontology') {
      const what = /^[a-z]+:|^\/\//.test(ref) ? 'names something outside the tenant' : 'is malformed';
      this.#stop(path, `the $ref ${ref} ${what}`, refForms);
      return undefined;
    }
    const type = this.#shapes.types.get(name);
    if (!type) {
      this.#unknown([name], path, {
        message: `there is no ontology type ${name}`,
        fix: suggestion(name, this.#shapes.types.keys()),
      });
      return undefined;
    }
    return property === undefined ? this.#whole(type) : this.#property(type, property, path);
  }

  #whole(type: TypeFile): Schema {
    const all = Object.entries(type.properties);
    for (const [, { markings }] of all) for (const marking of markings) this.reaches.add(marking);
    const required = all.filter(([, property]) => property.required).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(all.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    };
  }

  #property(type: TypeFile, name: string, path: Path): Schema | undefined {
    const property = type.properties[name];
    if (!property) {
      this.#stop(path, `${type.id} has no property ${name}`, suggestion(name, Object.keys(type.properties)));
      return undefined;
    }
    for (const marking of property.markings) this.reaches.add(marking);
    return property.schema;
  }

  #over(place: Place, message: string): false {
    const once = this.findings.some((finding) => finding.message === message);
    return once ? false : this.#stop(place.path, message, 'Split the type, or make the schema smaller');
  }

  #unknown(
    names: readonly string[],
    path: Path,
    { message, fix }: { readonly message: string; readonly fix: string },
  ): void {
    const told = names.some((name) => this.#shapes.broken?.has(name));
    this.findings.push({ path, message, fix, ...(told ? { told } : {}) });
  }

  #stop(path: Path, message: string, fix: string): false {
    this.findings.push({ path, message, fix });
    return false;
  }
}
