import { declaredBy } from '../../contract/artefacts/sor.ts';
import { lookupInternal } from '../../patterns/lookup/internal.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';
import type { ToolCheck } from '../tenant/cross-file/tenant-check.ts';
import { suggestion } from '../tenant/did-you-mean.ts';

export const lookupRow: PatternRow = {
  functions: [
    gatedFunction(lookup, lookup, ({ connectors }) => ({ connectors })),
    gatedFunction(lookupInternal, lookupInternal, ({ objects }) => ({ objects })),
  ],
  checkTool: (context) => {
    if (context.function === lookup.function) checkResource(context);
    else checkType(context);
  },
};

/** Checks that every SoR that the tool uses declares the resource that the tool reads. */
function checkResource({ file, tenant, check }: ToolCheck): void {
  const resource = String(Object(file.value.settings).resource);
  for (const artefact of tenant.artefacts) {
    const { id, version } = artefact.value.artefact;
    if (artefact.kind !== 'Sor' || !file.value.uses.includes(`${id}@${version}`)) continue;
    const known = Object.keys(declaredBy(artefact.value.artefact).resources);
    if (known.includes(resource)) continue;
    const message = `/settings/resource is ${resource}, which is not a resource of ${id}`;
    check.tell({ file, path: ['settings', 'resource'] }, message, suggestion(resource, known));
  }
}

/** Checks that the type can have live objects. */
function checkType({ file, tenant, check }: ToolCheck): void {
  const type = String(Object(file.value.settings).type);
  const at = { file, path: ['settings', 'type'] };
  if (!check.known(at, { what: 'ontology type', of: check.names.types }, type)) return;
  if (tenant.types.get(type)?.value.key !== undefined) return;
  const message = `/settings/type is ${type}, which has no key and therefore no live objects`;
  check.tell(at, message, `Add key: <property> to ontology/${type}.yaml, with the property that identifies an object`);
}
