import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Signature } from '../../../contract/artefacts/tool-version.ts';
import { platformShapes, schemaOf } from '../../../registry/signature/platform-shapes.ts';
import { checkForm } from '../../../registry/signature/form.ts';
import { refinement } from '../../../registry/signature/refines.ts';
import { resolveSchema } from '../../../registry/signature/resolve.ts';
import { compileValidators } from '../../../registry/signature/validators.ts';
import type { Specimen } from './specimen.ts';

const sides = ['request', 'response'] as const;
const resolvedOf = ({ signature }: Specimen, side: (typeof sides)[number]) =>
  resolveSchema(signature[side], { types: new Map(), platform: platformShapes, tools: new Map() });

/** Its two schemas, with every reference resolved. */
export const schemasOf = (specimen: Specimen) => ({
  request: resolvedOf(specimen, 'request').schema,
  response: resolvedOf(specimen, 'response').schema,
});

/** The compiler's findings about the signature, as for a tenant. */
export function findingsOf(specimen: Specimen): readonly unknown[] {
  const formed = sides.flatMap((side) => {
    const { schema, findings, inlined } = resolvedOf(specimen, side);
    return [...findings, ...checkForm(schema, inlined)];
  });
  const { request, response } = specimen.declaration;
  const skeleton = { request: schemaOf(request), response: schemaOf(response) };
  return [...formed, ...refinement(schemasOf(specimen), skeleton, specimen.declaration)];
}

const compiled = new Map<string, Promise<Signature>>();

/** The validators that a deployed tool would have. */
export function compiledOf(specimen: Specimen): Promise<Signature> {
  const { function: name } = specimen.declaration;
  const known = compiled.get(name) ?? compile(specimen);
  compiled.set(name, known);
  return known;
}

async function compile(specimen: Specimen): Promise<Signature> {
  const folder = await mkdtemp(join(tmpdir(), 'signature-'));
  const file = join(folder, 'validators.mjs');
  try {
    await writeFile(file, await compileValidators(schemasOf(specimen)));
    return (await import(pathToFileURL(file).href)) as Signature;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let oracles = 0;

/** The verdict of another implementation of JSON Schema 2020-12. */
export async function oracleOf(schema: unknown): Promise<(value: unknown) => boolean> {
  const id = `https://oracle.example/specimen/${(oracles += 1)}`;
  registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...Object(schema) }, id);
  const judge = await validate(id);
  unregisterSchema(id);
  return (value) => judge(value as never).valid;
}
