import type { CheckedSignature } from '../signature/checked.ts';
import { entries, isSchema, members, typesOf } from '../signature/keywords.ts';
import { branches, memberOf } from '../signature/schema-members.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';
import type { Path } from '../tenant/source.ts';
import type { Tenant } from '../tenant/tenant.ts';
import type { KindFile } from './kinds.ts';

type Signatures = ReadonlyMap<string, CheckedSignature>;

/**
 * Checks that every pointer that a kind binds or shows can lead to a value. Otherwise every Action would be refused, or
 * an approver would see nothing. A problem is reported only if the types cannot have the member.
 */
export function checkKindPointers(
  file: KindFile,
  {
    tenant,
    signatures,
    check,
  }: { readonly tenant: Tenant; readonly signatures: Signatures; readonly check: NameCheck },
): void {
  const { artefact, payload = '' } = file.value;
  const payloads = [signatures.get(`ontology/${payload}`)?.schema.request].filter(isSchema);
  const ownPayload = { what: `the payload type ${payload}`, types: payloads };
  const objects = artefact.basis.tools.map((tool) => [tool, objectsOf(tool, tenant, signatures)] as const);
  const within: Pointed['within'] = ({ what, types }, path, pointer) => {
    if (types.length === 0 || types.some((type) => mayHave(type, stepsOf(pointer)))) return;
    check.tell({ file, path }, `${what} has no member ${pointer}`, memberList(types));
  };
  const inObject = (path: Path, pointer: string): void => {
    for (const [tool, types] of objects) within({ what: `the object that ${tool} finds`, types }, path, pointer);
  };
  const inLookup = (name: string, path: Path, pointer: string): void => {
    for (const tool of artefact.lookups?.[name]?.tools ?? []) {
      within({ what: `the object that ${tool} finds`, types: objectsOf(tool, tenant, signatures) }, path, pointer);
    }
  };
  for (const [i, { tool, binds }] of (artefact.validations ?? []).entries()) {
    const candidates = candidatesOf(tool, tenant, signatures);
    for (const [j, bind] of binds.entries()) {
      const path = ['validations', i, 'binds', j];
      within({ what: `the argument candidate of ${tool}`, types: candidates }, [...path, 'candidate'], bind.candidate);
      if ('payload' in bind) within(ownPayload, [...path, 'payload'], bind.payload);
      else if (bind.lookup === undefined) inObject([...path, 'object'], bind.object);
      else inLookup(bind.lookup, [...path, 'object'], bind.object);
    }
  }
  for (const [name, { identifier }] of Object.entries(artefact.lookups ?? {})) {
    inObject(['lookups', name, 'identifier'], identifier);
  }
  checkRestored(file, { ownPayload, inObject, within }, { tenant, signatures });
  for (const [i, shown] of artefact.shows.entries()) {
    within(ownPayload, ['shows', i, 'payload'], shown.payload);
    inObject(['shows', i, 'object'], shown.object);
  }
}

/** The object in which a pointer finds its value: its name for messages, and the types that it can have. */
interface Holder {
  readonly what: string;
  readonly types: readonly unknown[];
}

interface Pointed {
  readonly ownPayload: Holder;
  readonly inObject: (path: Path, pointer: string) => void;
  readonly within: (holder: Holder, path: Path, pointer: string) => void;
}

/**
 * Checks the payload of a compensation. Each value must come from a member that exists, and must be set at a member
 * that the payload type of the compensating kind has.
 */
function checkRestored(
  { value: { artefact } }: KindFile,
  { ownPayload, inObject, within }: Pointed,
  { tenant, signatures }: { readonly tenant: Tenant; readonly signatures: Signatures },
): void {
  const { compensation } = artefact;
  if (!('kind' in compensation)) return;
  const by = tenant.artefacts.find(
    (one): one is KindFile => one.kind === 'ActionKind' && one.value.artefact.id === compensation.kind,
  );
  const type = by?.value.payload ?? '';
  const types = [signatures.get(`ontology/${type}`)?.schema.request].filter(isSchema);
  for (const [pointer, from] of Object.entries(compensation.payload)) {
    const path = ['compensation', 'payload', pointer];
    within({ what: `the payload type ${type}`, types }, path, pointer);
    if ('object' in from) inObject([...path, 'object'], from.object);
    if ('payload' in from) within(ownPayload, [...path, 'payload'], from.payload);
  }
}

/**
 * Returns the schemas of every version of a tool. If the schema of one version is unknown, the list is empty, because
 * that version may have any member.
 */
const schemasOf = (
  id: string,
  pattern: string,
  { tenant, signatures }: { readonly tenant: Tenant; readonly signatures: Signatures },
): readonly CheckedSignature['schema'][] => {
  const versions = tenant.tools.filter(({ value }) => value.id === id && value.pattern === pattern);
  const known = versions.flatMap(({ value }) => signatures.get(`${value.id}@${value.version}`)?.schema ?? []);
  return known.length === versions.length ? known : [];
};

const candidatesOf = (tool: string, tenant: Tenant, signatures: Signatures): readonly unknown[] =>
  schemasOf(tool, 'validation', { tenant, signatures })
    .flatMap(({ request }) => branches(request))
    .flatMap((branch) => memberOf(branch, 'candidate') ?? []);

const objectsOf = (tool: string, tenant: Tenant, signatures: Signatures): readonly unknown[] =>
  schemasOf(tool, 'lookup', { tenant, signatures })
    .flatMap(({ response }) => branches(response))
    .flatMap((branch) => memberOf(branch, 'object') ?? []);

const memberList = (types: readonly unknown[]): string => {
  const names = types
    .flatMap((type) => branches(type))
    .flatMap((type) => (isSchema(type) ? entries(type['properties']).map(([name]) => `/${name}`) : []));
  return `Use a pointer to one of its members: ${[...new Set(names)].sort().join(', ')}`;
};

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Checks whether a value of this type can have a member at a path. True if the type does not say which members are
 * possible.
 */
function mayHave(schema: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined || !isSchema(schema)) return true;
  const either = [...members(schema['oneOf']), ...members(schema['anyOf'])];
  if (either.length > 0) return either.some((branch) => mayHave(branch, steps));
  const types = typesOf(schema);
  const asObject = types.length === 0 || types.includes('object');
  const asArray = types.length === 0 || types.includes('array');
  return (
    (asObject && objectMayHave(schema, step, rest)) || (asArray && /^\d+$/.test(step) && mayHave(schema['items'], rest))
  );
}

function objectMayHave(
  schema: { readonly [keyword: string]: unknown },
  step: string,
  rest: readonly string[],
): boolean {
  const property = entries(schema['properties']).find(([name]) => name === step);
  if (property) return mayHave(property[1], rest);
  const { additionalProperties } = schema;
  return additionalProperties !== false && mayHave(additionalProperties, rest);
}
