import type * as z from 'zod';
import type { ActionKind, ArtefactKind } from '../../../contract/artefacts/artefacts.ts';
import { internalTarget } from '../../../contract/rows/objects.ts';
import { actionKind, targetProblems } from '../../../patterns/action-staging/artefact.ts';
import { queue } from '../../../patterns/approval-request/artefact.ts';
import { classificationSchema } from '../../../patterns/classification/artefact.ts';
import { template } from '../../../patterns/composition/artefact.ts';
import { calendar, rateTable } from '../../../patterns/conversion/artefact.ts';
import { extractor } from '../../../patterns/extraction/artefact.ts';
import { sor } from '../../../patterns/lookup/artefact.ts';
import { corpus } from '../../../patterns/search/artefact.ts';
import { rulePack } from '../../../patterns/validation/artefact.ts';
import type { Loaded, LoadedArtefact, Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/** Each pattern proves its own artefacts. */
const proofs: { readonly [K in ArtefactKind]: z.ZodType } = {
  RulePack: rulePack,
  RateTable: rateTable,
  Calendar: calendar,
  ActionKind: actionKind,
  Queue: queue,
  Sor: sor,
  ClassificationSchema: classificationSchema,
  Template: template,
  Extractor: extractor,
  Corpus: corpus,
};

/** Members of an artefact by the name that they have in its file. */
const inFile: Readonly<Record<string, string>> = {
  timeoutMillis: 'timeout',
  settlesWithinMillis: 'settlesWithin',
  dedupesForSeconds: 'dedupesFor',
  maxLagSeconds: 'maxLag',
  maxAgeSeconds: 'maxAge',
  stagedForSeconds: 'stagedFor',
  slaSeconds: 'sla',
  draftType: 'draft',
};

export function checkArtefacts(tenant: Tenant, check: NameCheck): void {
  const seen = new Set<string>();
  for (const file of tenant.artefacts) {
    const { artefact, markings } = file.value;
    const key = `${artefact.id}@${artefact.version}`;
    if (seen.has(key)) check.tell({ file, path: ['version'] }, `${key} stands twice`, 'Raise the version of one');
    seen.add(key);
    check.all(file, ['markings'], 'marking', markings, check.names.markings);
    proved(file, check);
    if (file.kind === 'ActionKind') checkKind(file, tenant, check);
    if (file.kind === 'Queue') check.all(file, ['groups'], 'group', file.value.artefact.groups, check.names.groups);
  }
}

function proved(file: LoadedArtefact, check: NameCheck): void {
  const parsed = proofs[file.kind].safeParse(file.value.artefact);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.map((step) => (typeof step === 'string' ? (inFile[step] ?? step) : step));
    check.tell({ file, path }, `${path.map(String).join('.')}: ${issue.message}`, 'Correct it');
  }
}

function checkKind(file: Extract<LoadedArtefact, { kind: 'ActionKind' }>, tenant: Tenant, check: NameCheck): void {
  const { artefact, payload } = file.value;
  const { names } = check;
  check.known({ file, path: ['payload', '$ref'] }, 'ontology type', payload ?? '', names.types);
  check.all(file, ['basis', 'tools'], 'tool', artefact.basis.tools, names.tools);
  for (const [i, { tool }] of (artefact.validations ?? []).entries()) {
    check.known({ file, path: ['validations', i, 'tool'] }, 'tool', tool, names.tools);
  }
  check.all(file, ['approval', 'queues'], 'queue', artefact.approval.queues, idsOf(tenant, 'Queue'));
  if (artefact.compensation !== 'none') {
    check.known(
      { file, path: ['compensation', 'kind'] },
      'action kind',
      artefact.compensation.kind,
      idsOf(tenant, 'ActionKind'),
    );
  }
  if (artefact.targetSor === internalTarget) return checkObject(file, artefact, tenant, check);
  if (check.known({ file, path: ['targetSor'] }, 'SoR', artefact.targetSor, idsOf(tenant, 'Sor'))) {
    checkTarget(file, artefact, tenant, check);
  }
}

/** A live object is of a type that has them, and named as its type says. */
function checkObject(file: Loaded<unknown>, { object }: ActionKind, tenant: Tenant, check: NameCheck): void {
  if (
    !object ||
    !check.known({ file, path: ['object', 'type', '$ref'] }, 'ontology type', object.type, check.names.types)
  )
    return;
  const key = tenant.types.get(object.type)?.value.key;
  if (key === object.key) return;
  const fix = key === undefined ? `Add a key to ontology/${object.type}` : `Write ${key}`;
  check.tell({ file, path: ['object', 'key'] }, `is not the key of ${object.type}`, fix);
}

function checkTarget(file: Loaded<unknown>, kind: ActionKind, tenant: Tenant, check: NameCheck): void {
  for (const target of tenant.artefacts) {
    if (target.kind !== 'Sor' || target.value.artefact.id !== kind.targetSor) continue;
    for (const { pointer, message } of targetProblems(kind, target.value.artefact)) {
      const path = pointer.split('/').slice(1);
      const known = Object.keys(target.value.artefact.mutations).join(', ');
      check.tell({ file, path }, `${path.join('.')} ${message}`, `It declares: ${known}`);
    }
  }
}

const idsOf = (tenant: Tenant, kind: ArtefactKind): ReadonlySet<string> =>
  new Set(tenant.artefacts.filter((one) => one.kind === kind).map(({ value }) => value.artefact.id));
