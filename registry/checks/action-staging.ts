import { isDeepStrictEqual } from 'node:util';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { checkKind } from '../action-staging/kinds.ts';
import { checkKindPointers } from '../action-staging/pointers.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';
import type { ToolCheck } from '../tenant/cross-file/tenant-check.ts';
import type { CheckedSignature } from '../signature/checked.ts';
import { entries, isSchema, members } from '../signature/keywords.ts';
import type { LoadedArtefact } from '../tenant/tenant.ts';
import { constantsOf } from '../signature/schema-members.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';

export const actionStagingRow: PatternRow = {
  functions: [gatedFunction(actionStaging, actionStaging, ({ dispatches }) => ({ dispatches }))],
  checkTool: checkStaging,
  checkArtefacts: (context) => {
    const kinds = context.tenant.artefacts.filter((file) => file.kind === 'ActionKind');
    for (const file of kinds) {
      checkKind(file, context.tenant, context.check);
      checkKindPointers(file, context);
    }
  },
};

/**
 * Checks that the payload that a staging tool accepts has the payload type of the kind, so that approvers see what is
 * sent to the SoR.
 */
function checkStaging({ file, signature, tenant, signatures, check }: ToolCheck): void {
  if (!signature) return;
  const path = ['signature', 'request', 'properties', 'action'];
  const actions = actionsOf(signature.schema.request);
  const kinds = tenant.artefacts.filter(
    (one) =>
      one.kind === 'ActionKind' && file.value.uses.includes(`${one.value.artefact.id}@${one.value.artefact.version}`),
  );
  for (const kind of kinds) {
    if (kind.kind !== 'ActionKind') continue;
    const { id, version } = kind.value.artefact;
    const taken = actions.filter((action) => namesKind(action, [id, `${id}@${version}`]));
    if (taken.length === 0) {
      check.tell(
        { file, path },
        `the record uses ${id}, but the request accepts no action of this kind`,
        `In the argument action of signature.request, or in one branch of its oneOf, write kind: { type: string, const: ${id} }. Or remove ${id} from uses`,
      );
    }
    const type = signatures.get(`ontology/${kind.value.payload}`)?.schema.request;
    if (type !== undefined) checkDrafted(kind, type, { signatures, check });
    const differs = taken.some((action) => type !== undefined && !isDeepStrictEqual(member(action, 'payload'), type));
    if (differs) {
      check.tell(
        { file, path: [...path, 'properties', 'payload'] },
        `the schema of the payload is not ${kind.value.payload}, which ${id} requires`,
        `In the argument action of signature.request, write payload: { $ref: ontology/${kind.value.payload} }`,
      );
    }
  }
}

/** Checks that the payload has the Draft at the kind's pointer, and that the Draft has the type of the live object. */
function checkDrafted(
  file: Extract<LoadedArtefact, { kind: 'ActionKind' }>,
  payload: unknown,
  { signatures, check }: { readonly signatures: ReadonlyMap<string, CheckedSignature>; readonly check: NameCheck },
): void {
  const { object } = file.value.artefact;
  const type = object && signatures.get(`ontology/${object.type}`)?.schema.request;
  if (!object || type === undefined) return;
  const steps = object.draft.split('/').slice(1);
  const draft = steps.reduce<unknown>((schema, step) => member(schema, step), payload);
  const typed = isDeepStrictEqual(member(draft, 'content'), type);
  if (typed && constantsOf(member(draft, 'draftType')).join() === object.type) return;
  check.tell(
    { file, path: ['object', 'draft'] },
    `the payload type ${file.value.payload} has no Draft of ${object.type} at ${object.draft}`,
    `In ontology/${file.value.payload}.yaml, give the member ${object.draft} the members draftType: { type: string, const: ${object.type} } and content: { $ref: ontology/${object.type} }`,
  );
}

const member = (schema: unknown, name: string): unknown =>
  isSchema(schema) ? entries(schema['properties']).find(([own]) => own === name)?.[1] : undefined;

function actionsOf(request: unknown): readonly unknown[] {
  const action = member(request, 'action');
  const branches = isSchema(action) ? members(action['oneOf']) : [];
  return branches.length > 0 ? branches : [action];
}

function namesKind(action: unknown, names: readonly string[]): boolean {
  const kind = member(action, 'kind');
  if (!isSchema(kind)) return false;
  const listed = 'const' in kind ? [kind['const']] : members(kind['enum']);
  return listed.length > 0 && listed.every((name) => names.includes(String(name)));
}
