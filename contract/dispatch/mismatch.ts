import type { SchemaFinding } from '../schema/finding.ts';
import { valueKindOf } from '../values/kind.ts';
import { knownInstead, sentInstead } from '../values/member-hints.ts';
import { escapePointer, valueAt } from '../values/pointers.ts';
import { objectOf } from './branch-tags.ts';
import { schemaMessage } from './schema-message.ts';
import { branchMeant, mustBe, type Mismatch } from './union-branch.ts';

/**
 * Describes where a value does not match a schema, and what the schema requires there. The description names an unknown
 * or missing member, but never contains a value. In a union, the description is about the branch that the value most
 * likely means.
 * @param findings the findings of the schema's validator about the value
 * @param schema the schema, without references
 */
export function mismatchOf(findings: readonly SchemaFinding[], schema: unknown, value: unknown): Mismatch {
  return within({ findings, path: '#', schema }, value);
}

/** A place in a schema, with the findings at and below it. `path` is the URI fragment of the place. */
interface Place {
  readonly findings: readonly SchemaFinding[];
  readonly path: string;
  readonly schema: unknown;
}

function within(place: Place, value: unknown): Mismatch {
  const [first] = place.findings;
  if (first === undefined) return { pointer: '', keyword: 'does not match the schema' };
  const union = unionOver(first, place);
  if (union === undefined) return told(first, { ...place, value });
  const { finding, path, branches } = union;
  const meant = branchMeant(branches, valueAt(value, finding.instancePath));
  if (!('branch' in meant)) return { ...meant, pointer: `${finding.instancePath}${meant.pointer}` };
  const below = `${path}/${meant.branch}`;
  const findings = place.findings.filter(({ schemaPath }) => schemaPath.startsWith(`${below}/`));
  if (findings.length === 0) return told(finding, { ...place, value });
  return within({ findings, path: below, schema: branches[meant.branch] }, value);
}

/** Returns the outermost union between a place and a finding. */
function unionOver(found: SchemaFinding, { findings, path: from, schema }: Place) {
  const steps = found.schemaPath.slice(from.length).split('/').slice(1);
  let path = from;
  let at = schema;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    path = `${path}/${step}`;
    at = member(at, step);
    if ((step === 'oneOf' || step === 'anyOf') && Array.isArray(at)) {
      const finding = findings.find(({ schemaPath }) => schemaPath === path);
      if (finding !== undefined) return { finding, path, branches: at as readonly unknown[] };
    } else if (step !== 'properties') continue;
    const below = steps.shift() ?? '';
    path = `${path}/${below}`;
    at = member(at, decoded(below));
  }
  return undefined;
}

const member = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined;

/**
 * Describes one finding.
 * @param schema the schema of the whole value, at which the finding's path begins
 */
function told(
  finding: SchemaFinding,
  { value, path, schema }: { value: unknown; path: string; schema: unknown },
): Mismatch {
  const { instancePath: pointer, params, keyword, schemaPath } = finding;
  const { additionalProperty: extra, missingProperty: missing, allowedValue, allowedValues } = params;
  const found = valueAt(value, pointer);
  const sent = valueKindOf(found) === 'object' ? Object.keys(Object(found)) : [];
  const known = (): readonly string[] => {
    const steps = schemaPath.slice(path.length).split('/').slice(1, -1);
    return Object.keys(objectOf(objectOf(steps.map(decoded).reduce(member, schema))['properties']));
  };
  if (typeof extra === 'string') {
    const at = `${pointer}/${escapePointer(extra.slice(0, 64))}`;
    return { pointer: at, keyword: `is not a known member${knownInstead(extra, known())}` };
  }
  if (typeof missing === 'string') {
    return {
      pointer: `${pointer}/${escapePointer(missing)}`,
      keyword: `is required${sentInstead(missing, sent, known())}`,
    };
  }
  if (keyword === 'const') return { pointer, keyword: mustBe([allowedValue], found) };
  if (Array.isArray(allowedValues)) return { pointer, keyword: mustBe(allowedValues, found) };
  return { pointer, keyword: schemaMessage(finding, found) };
}

const decoded = (step: string): string => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
