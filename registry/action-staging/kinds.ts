import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import type { ArtefactKind } from '../../contract/artefacts/artefacts.ts';
import { declaredBy } from '../../contract/artefacts/sor.ts';
import { internalTarget } from '../../contract/rows/objects.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';
import { suggestion } from '../tenant/did-you-mean.ts';
import type { LoadedFile, LoadedArtefact, Tenant } from '../tenant/tenant.ts';

/** The tenant of an action kind, and the collector of its problems. */
interface KindContext {
  readonly tenant: Tenant;
  readonly check: NameCheck;
}

export type KindFile = Extract<LoadedArtefact, { kind: 'ActionKind' }>;

/** Checks that the types, tools, queues, other kinds and the target that an action kind names exist. */
export function checkKind(file: KindFile, tenant: Tenant, check: NameCheck): void {
  const { artefact, payload } = file.value;
  const { names } = check;
  check.known({ file, path: ['payload', '$ref'] }, { what: 'ontology type', of: names.types }, payload ?? '');
  check.all({ file, path: ['basis', 'tools'] }, { what: 'tool', of: names.tools }, artefact.basis.tools);
  for (const [i, { tool }] of (artefact.validations ?? []).entries()) {
    check.known({ file, path: ['validations', i, 'tool'] }, { what: 'tool', of: names.tools }, tool);
  }
  check.all(
    { file, path: ['approval', 'queues'] },
    { what: 'queue', of: idsOf(tenant, 'Queue') },
    artefact.approval.queues,
  );
  for (const [name, { tools }] of Object.entries(artefact.lookups ?? {})) {
    check.all({ file, path: ['lookups', name, 'tools'] }, { what: 'tool', of: names.tools }, tools);
    checkReadable(file, name, { tenant, check });
  }
  checkCompensation(file, tenant, check);
  if (artefact.targetSor === internalTarget) return checkObject(file, artefact, { tenant, check });
  if (check.known({ file, path: ['targetSor'] }, { what: 'SoR', of: idsOf(tenant, 'Sor') }, artefact.targetSor)) {
    checkTarget(file, artefact, { tenant, check });
  }
}

/** Checks that the lookups of a kind can be read again before the Task opens: over HTTP, or from live objects. */
function checkReadable(file: KindFile, name: string, { tenant, check }: KindContext): void {
  const tables = tenant.artefacts.flatMap(({ kind, value: { artefact } }) =>
    kind === 'Sor' && 'engine' in artefact && artefact.engine === 'dynamodb' ? [artefact.id] : [],
  );
  for (const tool of file.value.artefact.lookups?.[name]?.tools ?? []) {
    const uses = tenant.tools.filter(({ value }) => value.id === tool).flatMap(({ value }) => value.uses);
    const table = tables.find((id) => uses.some((use) => use.split('@')[0] === id));
    if (table === undefined) continue;
    const message = `the lookup ${name} uses ${tool}, which reads the DynamoDB table ${table}; only an SoR over HTTP or a live object can be read again before the Task opens`;
    check.tell(
      { file, path: ['lookups', name, 'tools'] },
      message,
      'Use a tool that reads an SoR over HTTP or a live object',
    );
  }
}

/** Checks that the compensating kind changes the same system and requires nothing that only a caller could cite. */
function checkCompensation(file: KindFile, tenant: Tenant, check: NameCheck): void {
  const { compensation, targetSor } = file.value.artefact;
  if (!('kind' in compensation)) return;
  const place = { file, path: ['compensation', 'kind'] };
  if (!check.known(place, { what: 'action kind', of: idsOf(tenant, 'ActionKind') }, compensation.kind)) return;
  for (const { kind, value } of tenant.artefacts) {
    if (kind !== 'ActionKind' || value.artefact.id !== compensation.kind) continue;
    const by = value.artefact;
    if (by.targetSor !== targetSor) {
      check.tell(
        place,
        `the compensating kind ${by.id} changes ${by.targetSor}, but this kind changes ${targetSor}`,
        'Use a compensating kind with the same targetSor',
      );
    }
    if (by.validations !== undefined || by.lookups !== undefined) {
      const message = `the compensating kind ${by.id} requires validations or lookups, but a compensation has no caller that could cite them`;
      check.tell(place, message, 'Use a compensating kind without validations and lookups');
    }
  }
}

/** Checks that the type of the live object has a key, and that the action kind names this key. */
function checkObject(file: LoadedFile<unknown>, { object }: ActionKind, { tenant, check }: KindContext): void {
  if (
    !object ||
    !check.known(
      { file, path: ['object', 'type', '$ref'] },
      { what: 'ontology type', of: check.names.types },
      object.type,
    )
  )
    return;
  const key = tenant.types.get(object.type)?.value.key;
  if (key === object.key) return;
  const message = `/object/key is ${object.key}, but ${object.type} has ${key === undefined ? 'no key' : `the key ${key}`}`;
  const fix = key === undefined ? `Add key: ${object.key} to ontology/${object.type}.yaml` : `Write key: ${key}`;
  check.tell({ file, path: ['object', 'key'] }, message, fix);
}

/** Checks that every version of the SoR declares the mutation. */
function checkTarget(file: LoadedFile<unknown>, kind: ActionKind, { tenant, check }: KindContext): void {
  for (const target of tenant.artefacts) {
    if (target.kind !== 'Sor' || target.value.artefact.id !== kind.targetSor) continue;
    const known = Object.keys(declaredBy(target.value.artefact).mutations);
    if (known.includes(kind.mutation)) continue;
    check.tell(
      { file, path: ['mutation'] },
      `/mutation is ${kind.mutation}, which ${kind.targetSor} does not declare`,
      suggestion(kind.mutation, known),
    );
  }
}

const idsOf = (tenant: Tenant, kind: ArtefactKind): ReadonlySet<string> =>
  new Set(tenant.artefacts.filter((one) => one.kind === kind).map(({ value }) => value.artefact.id));
