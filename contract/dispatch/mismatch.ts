import { escapePointer, valueAt } from '../values/pointers.ts';
import type { Validator } from '../artefacts/tool-version.ts';
import { branchMeant, listed, type Mismatch } from './union-branch.ts';

type Finding = NonNullable<Validator['errors']>[number];

/**
 * Where a value breaks a schema, and what the schema asks there; never the value. A member that should not be there, or is
 * not, is named. In a union it is the branch that the value means, not the first that it is not.
 * @param validator that has just refused the value
 * @param schema what the validator was compiled of, self-contained
 */
export function mismatchOf({ errors }: Validator, schema: unknown, value: unknown): Mismatch {
  return within({ findings: errors ?? [], path: '#', schema }, value);
}

/** A place in a schema, by the path as the validator writes it, and what was found below it. */
interface Place {
  readonly findings: readonly Finding[];
  readonly path: string;
  readonly schema: unknown;
}

function within(place: Place, value: unknown): Mismatch {
  const [first] = place.findings;
  if (first === undefined) return { pointer: '', keyword: 'does not match' };
  const union = unionOver(first, place);
  if (union === undefined) return told(first);
  const { finding, path, branches } = union;
  const meant = branchMeant(branches, valueAt(value, finding.instancePath));
  if (!('branch' in meant)) return { ...meant, pointer: `${finding.instancePath}${meant.pointer}` };
  const below = `${path}/${meant.branch}`;
  const findings = place.findings.filter(({ schemaPath }) => schemaPath?.startsWith(`${below}/`));
  if (findings.length === 0) return told(finding);
  return within({ findings, path: below, schema: branches[meant.branch] }, value);
}

/** The outermost union between a place and what was found, unless a `discriminator` has picked its branch. */
function unionOver(found: Finding, { findings, path: from, schema }: Place) {
  const steps = (found.schemaPath ?? from).slice(from.length).split('/').slice(1);
  let path = from;
  let at = schema;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const name = step === 'discriminator' ? 'oneOf' : step;
    path = `${path}/${step}`;
    at = member(at, name);
    if ((name === 'oneOf' || name === 'anyOf') && Array.isArray(at)) {
      const finding = findings.find(({ schemaPath }) => schemaPath === path);
      if (finding !== undefined) return { finding, path, branches: at as readonly unknown[] };
    } else if (step !== 'properties') continue;
    const below = steps.shift() ?? '';
    path = `${path}/${below}`;
    at = member(at, decodeURIComponent(below).replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return undefined;
}

const member = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined;

function told({ instancePath: pointer, params = {}, message, keyword }: Finding): Mismatch {
  const { additionalProperty: extra, missingProperty: missing, allowedValue, allowedValues } = params;
  if (typeof extra === 'string')
    return { pointer: `${pointer}/${escapePointer(extra.slice(0, 64))}`, keyword: 'there is no such member' };
  if (typeof missing === 'string') return { pointer: `${pointer}/${escapePointer(missing)}`, keyword: 'is required' };
  if (keyword === 'const') return { pointer, keyword: `must be ${listed([allowedValue])}` };
  if (Array.isArray(allowedValues)) return { pointer, keyword: `must be ${listed(allowedValues)}` };
  return { pointer, keyword: message ?? keyword };
}
