import { readByAggregation } from '../aggregation/members.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';
import { shapesOf } from '../tenant/shapes-of.ts';
import type { Tenant } from '../tenant/tenant.ts';

/** What a pattern needs to know of the ontology when it is called, and no author writes. */
export function compiledSettings(file: ToolFile, request: unknown, tenant: Tenant): Readonly<Record<string, unknown>> {
  if (file.pattern === 'validation') return { ontology: file.ontologyPin };
  return readByAggregation(file, request, shapesOf(tenant), tenant.markings.value).settings;
}
