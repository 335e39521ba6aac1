import type { Problem } from '../problem.ts';
import { suggestion } from '../did-you-mean.ts';
import type { TypeFile } from '../schemas/ontology-file.ts';
import { checkForm } from '../../signature/form.ts';
import { isSchema } from '../../signature/keywords.ts';
import { resolveSchema, type Shapes } from '../../signature/resolve.ts';
import { problemAt } from '../source.ts';
import type { LoadedFile, Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/** Checks that each property has a typed schema and existing markings, and that each marking is listed only once. */
export function checkOntology(tenant: Tenant, shapes: Shapes, check: NameCheck): readonly Problem[] {
  const { chains, flags } = tenant.markings.value;
  const all = [...chains.flat(), ...flags];
  for (const marking of new Set(all.filter((one, i) => all.indexOf(one) !== i))) {
    check.tell({ file: tenant.markings, path: [] }, `the marking ${marking} is listed twice`, 'Remove one of the two');
  }
  for (const file of tenant.types.values()) checkKey(file, shapes, check);
  return [...tenant.types.values()].flatMap((file) =>
    Object.entries(file.value.properties).flatMap(([name, { schema, markings }]) => {
      check.all(
        { file, path: ['properties', name, 'markings'] },
        { what: 'marking', of: check.names.markings },
        markings,
      );
      const resolved = resolveSchema(schema, shapes);
      // The schema behind a $ref is checked in its own file.
      const findings = [...resolved.findings, ...checkForm(resolved.schema, resolved.inlined)];
      return findings
        .filter(({ told }) => told !== true)
        .map(({ path, message, fix }) =>
          problemAt({ source: file.source, path: ['properties', name, 'schema', ...path] }, `${name}: ${message}`, fix),
        );
    }),
  );
}

/** Checks that the key of a type is a required property of type string. */
function checkKey(file: LoadedFile<TypeFile>, shapes: Shapes, check: NameCheck): void {
  const { key, properties } = file.value;
  if (key === undefined) return;
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const { schema, findings = [] } = property ? resolveSchema(property.schema, shapes) : {};
  // A schema that cannot be resolved is already reported, so its type is unknown.
  if (findings.length > 0) return;
  if (property?.required === true && isSchema(schema) && schema['type'] === 'string') return;
  const known = Object.keys(properties).filter((name) => properties[name]?.required === true);
  check.tell(
    { file, path: ['key'] },
    `/key is ${key}, but the key of ${file.value.id} must be a required property of type string`,
    suggestion(key, known),
  );
}
