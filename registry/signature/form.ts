import type { Path } from '../tenant/source.ts';
import { backtracks } from './backtracking.ts';
import { disjoint } from './disjoint.ts';
import { entries, formats, isSchema, keywords, members, types, typesOf, type Schema } from './keywords.ts';
import { schemaLimits, type Finding } from './resolve.ts';
import { suggestion } from '../tenant/did-you-mean.ts';

/**
 * Returns a finding for each place in a resolved schema that allows any value, uses a forbidden keyword, or is
 * dangerous in another way. A schema that allows any value is forbidden (spec 9.1).
 * @param inlined parts that are checked in their own files
 */
export function checkForm(schema: unknown, inlined: ReadonlySet<unknown> = new Set()): readonly Finding[] {
  const findings: Finding[] = [];
  if (JSON.stringify(schema).length > schemaLimits.bytes) {
    findings.push({ path: [], message: `the schema is over ${schemaLimits.bytes} bytes`, fix: 'Make it smaller' });
    return findings;
  }
  walk(schema, [], { tell: (path, message, fix) => findings.push({ path, message, fix }), inlined });
  return findings;
}

type Tell = (path: Path, message: string, fix: string) => void;

interface Walk {
  readonly tell: Tell;
  readonly inlined: ReadonlySet<unknown>;
}

function walk(schema: unknown, path: Path, walking: Walk): void {
  const { tell, inlined } = walking;
  // `false` replaces a $ref that could not be resolved, which is already reported.
  if (schema === false || inlined.has(schema)) return;
  if (!isSchema(schema)) return tell(path, 'the schema allows any value', 'Write a schema with a type');
  for (const keyword of Object.keys(schema)) {
    if (!keywords.has(keyword))
      tell([...path, keyword], `the keyword ${keyword} is not allowed in a schema`, suggestion(keyword, keywords));
  }
  checkTyped(schema, path, tell);
  checkText(schema, path, tell);
  if (typesOf(schema).includes('object')) checkObject(schema, path, walking);
  if (typesOf(schema).includes('array') && !('items' in schema)) {
    tell(path, 'the schema of the array does not have the keyword items', 'Add items with the schema of one element');
  }
  if ('items' in schema) walk(schema['items'], [...path, 'items'], walking);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = members(schema[keyword]);
    for (const [i, branch] of branches.entries()) walk(branch, [...path, keyword, i], walking);
    if (keyword === 'oneOf') checkApart(branches, path, tell);
  }
}

function checkTyped(schema: Schema, path: Path, tell: Tell): void {
  const named = typesOf(schema);
  const wrong = named.find((type) => !types.has(type));
  if (wrong !== undefined) tell([...path, 'type'], `${wrong} is not a JSON type`, suggestion(wrong, types));
  const said = named.length > 0 || ['const', 'enum', 'oneOf', 'anyOf'].some((keyword) => keyword in schema);
  if (!said) tell(path, 'the schema has no type', 'Add a type, a const, an enum or a $ref');
}

function checkText(schema: Schema, path: Path, tell: Tell): void {
  const { pattern, format } = schema;
  if (typeof format === 'string' && !formats.has(format)) {
    tell(
      [...path, 'format'],
      `the format ${format} is not allowed, because it cannot be checked in linear time`,
      `Use one of: ${[...formats].join(', ')}`,
    );
  }
  if (typeof pattern !== 'string') return;
  const reason = backtracks(pattern);
  if (reason !== undefined)
    tell([...path, 'pattern'], `the pattern ${reason}`, 'Write a pattern that reads each character only once');
}

function checkObject(schema: Schema, path: Path, walking: Walk): void {
  const { tell } = walking;
  const { properties, additionalProperties, propertyNames } = schema;
  const typedMap = isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0;
  if (!isSchema(properties) && !typedMap) {
    tell(path, 'the schema of the object does not list its properties', 'List them under the keyword properties');
  }
  if (additionalProperties !== false && !typedMap) {
    tell(path, 'the schema of the object allows members that it does not list', 'Add additionalProperties: false');
  }
  for (const [name, member] of entries(properties)) walk(member, [...path, 'properties', name], walking);
  for (const name of members(schema['required'])) {
    if (isSchema(properties) && !Object.hasOwn(properties, String(name))) {
      tell(
        [...path, 'required'],
        `the object requires ${String(name)}, which is not one of its properties`,
        suggestion(String(name), Object.keys(properties)),
      );
    }
  }
  if (typedMap) walk(additionalProperties, [...path, 'additionalProperties'], walking);
  if (propertyNames !== undefined) walk(propertyNames, [...path, 'propertyNames'], walking);
}

/** Checks that no value fits two branches of `oneOf`, because such a value would be refused although it is good. */
function checkApart(branches: readonly unknown[], path: Path, tell: Tell): void {
  const schemas = branches.filter(isSchema);
  const together = schemas.some((branch, i) => schemas.slice(i + 1).some((other) => !disjoint(branch, other)));
  if (together) {
    tell(
      [...path, 'oneOf'],
      'one value could fit several branches of oneOf',
      'Give each branch a required member that the other branches do not have, or have with another const',
    );
  }
}
