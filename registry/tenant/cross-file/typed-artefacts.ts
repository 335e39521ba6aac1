import { isDeepStrictEqual } from 'node:util';
import type { ToolFile } from '../schemas/tool-file.ts';
import type { CheckedSignature } from '../../signature/checked.ts';
import type { Loaded, LoadedArtefact, Tenant } from '../tenant.ts';
import { classifiedProblems, checkDimensions } from '../../checks/classification.ts';
import { composedProblems, checkDraft } from '../../checks/composition.ts';
import type { NameCheck } from './names.ts';
import { branches, memberOf, namesOnly } from '../../signature/schema-members.ts';
import type { Typed, Types } from './typed.ts';

const reached = {
  ClassificationSchema: { argument: 'subject', ref: 'schema', file: 'subject' },
  Template: { argument: 'parts', ref: 'template', file: 'parts' },
} as const;

/** Bands and templates fit the types that they name, and a tool that uses one takes its type and has room for its answers. */
export function checkTypedArtefacts(
  tenant: Tenant,
  signatures: ReadonlyMap<string, CheckedSignature>,
  check: NameCheck,
): void {
  const types: Types = (name) => signatures.get(`ontology/${name}`)?.schema.request;
  const typed = tenant.artefacts.filter(isTyped);
  for (const file of typed) {
    const { takes = '' } = file.value;
    const path = [reached[file.kind].file, '$ref'];
    if (!check.known({ file, path }, 'ontology type', takes, check.names.types)) continue;
    const schema = types(takes);
    // A type that is not in its form has been told.
    if (schema === undefined) continue;
    if (file.kind === 'Template') checkDraft(file, schema, types, check);
    else checkDimensions(file, schema, check);
  }
  for (const file of tenant.tools) {
    const signature = signatures.get(`${file.value.id}@${file.value.version}`);
    for (const one of signature ? typed.filter((artefact) => uses(file, artefact)) : []) {
      if (signature) checkTool(file, signature, one, types, check);
    }
  }
}

const isTyped = (file: LoadedArtefact): file is Typed => file.kind in reached;
const uses = ({ value }: Loaded<ToolFile>, { value: { artefact } }: Typed): boolean =>
  value.uses.includes(`${artefact.id}@${artefact.version}`);

function checkTool(
  file: Loaded<ToolFile>,
  { schema }: CheckedSignature,
  artefact: Typed,
  types: Types,
  check: NameCheck,
): void {
  const { id, version } = artefact.value.artefact;
  const { argument, ref } = reached[artefact.kind];
  const at = { file, path: ['signature', 'request'] };
  const taken = branches(schema.request).filter((branch) => namesOnly(memberOf(branch, ref), [id, `${id}@${version}`]));
  if (taken.length === 0) {
    check.tell(at, `takes no ${ref} ${id}, which it uses`, `Add one with ${ref}: { type: string, const: ${id} }`);
  }
  const { takes = '' } = artefact.value;
  const type = types(takes);
  if (type !== undefined && taken.some((branch) => !isDeepStrictEqual(memberOf(branch, argument), type))) {
    check.tell(at, `${argument} is not the ${argument} of ${id}`, `Write ${argument}: { $ref: ontology/${takes} }`);
  }
  const answers = branches(schema.response);
  const problems =
    artefact.kind === 'Template' ? composedProblems(artefact, answers, types) : classifiedProblems(artefact, answers);
  for (const { message, fix } of problems) check.tell({ file, path: ['signature', 'response'] }, message, fix);
}
