import type { ToolFile } from '../tenant/schemas/tool-file.ts';
import type { Loaded, Tenant } from '../tenant/tenant.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';

/** What a lookup of live objects reads is of a type that can have some. */
export function checkLookedUp(file: Loaded<ToolFile>, type: string, tenant: Tenant, check: NameCheck): void {
  const at = { file, path: ['settings', 'type'] };
  if (!check.known(at, 'ontology type', type, check.names.types)) return;
  if (tenant.types.get(type)?.value.key !== undefined) return;
  check.tell(at, `${type} has no live objects`, `Say in ontology/${type} which property names one: key`);
}
