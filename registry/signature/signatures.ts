import { declarationOf, patternRows } from '../patterns.ts';
import { schemaOf } from './platform-shapes.ts';
import type { Problem } from '../tenant/problem.ts';
import type { CheckedSignature } from './checked.ts';
import { checkForm } from './form.ts';
import { refinement } from './refines.ts';
import { resolveSchema, type Finding, type Shapes } from './resolve.ts';
import { problemAt } from '../tenant/source.ts';
import type { LoadedFile, Tenant } from '../tenant/tenant.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';

/**
 * Checks the signature of every tool version and every ontology type. Returns them by `id@version` and
 * `ontology/<Type>`.
 */
export function checkSignatures(
  tenant: Tenant,
  shapes: Shapes,
): { signatures: ReadonlyMap<string, CheckedSignature>; problems: readonly Problem[] } {
  const signatures = new Map<string, CheckedSignature>();
  const problems: Problem[] = [];
  for (const id of tenant.types.keys()) {
    const { schema, reaches, findings } = resolveSchema({ $ref: `ontology/${id}` }, shapes);
    if (findings.length === 0)
      signatures.set(`ontology/${id}`, { schema: { request: schema, response: schema }, reaches });
  }
  for (const file of tenant.tools) {
    const { checked, findings } = checkSignature(file, shapes);
    problems.push(
      ...findings
        .filter(({ told }) => told !== true)
        .map(({ path, message, fix }) =>
          problemAt({ source: file.source, path: ['signature', ...path] }, message, fix),
        ),
    );
    if (findings.length === 0) signatures.set(`${file.value.id}@${file.value.version}`, checked);
  }
  return { signatures, problems };
}

function checkSignature(
  file: LoadedFile<ToolFile>,
  shapes: Shapes,
): { checked: CheckedSignature; findings: readonly Finding[] } {
  const [request, response] = [file.value.signature.request, file.value.signature.response].map((schema) =>
    resolveSchema(schema, shapes),
  );
  if (!request || !response) throw new Error('a signature must have a request and a response');
  const schema = { request: request.schema, response: response.schema };
  const formed = (['request', 'response'] as const).flatMap((side) => {
    const resolved = side === 'request' ? request : response;
    return [...resolved.findings, ...checkForm(resolved.schema, resolved.inlined)].map((finding) => ({
      ...finding,
      path: [side, ...finding.path],
    }));
  });
  const declaration = declarationOf(file.value);
  const refined =
    formed.length > 0 || !declaration
      ? []
      : refinement(
          schema,
          { request: schemaOf(declaration.request), response: schemaOf(declaration.response) },
          declaration,
        );
  const read = patternRows[file.value.pattern].ontologyUse?.(file.value, request.schema, { shapes }).reaches ?? [];
  const reaches = [...new Set([...request.reaches, ...response.reaches, ...read])];
  return { checked: { schema, reaches }, findings: [...formed, ...refined] };
}
