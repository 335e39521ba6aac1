import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { platformShapes, schemaOf } from '../../../registry/signature/platform-shapes.ts';
import { checkForm } from '../../../registry/signature/form.ts';
import { refinement } from '../../../registry/signature/refines.ts';
import { resolveSchema } from '../../../registry/signature/resolve.ts';
import type { Sample } from './sample.ts';

const sides = ['request', 'response'] as const;
const resolvedOf = ({ signature }: Sample, side: (typeof sides)[number]) =>
  resolveSchema(signature[side], { types: new Map(), platform: platformShapes, tools: new Map() });

/** Returns the schemas of a sample's signature, with every reference resolved. */
export const schemasOf = (sample: Sample) => ({
  request: resolvedOf(sample, 'request').schema,
  response: resolvedOf(sample, 'response').schema,
});

/** Returns the findings of the compiler about the signature, as a tenant would get them. */
export function findingsOf(sample: Sample): readonly unknown[] {
  const formed = sides.flatMap((side) => {
    const { schema, findings, inlined } = resolvedOf(sample, side);
    return [...findings, ...checkForm(schema, inlined)];
  });
  const { request, response } = sample.declaration;
  const skeleton = { request: schemaOf(request), response: schemaOf(response) };
  return [...formed, ...refinement(schemasOf(sample), skeleton, sample.declaration)];
}

let oracles = 0;

/** Returns a second validator for a schema, made by another implementation of JSON Schema 2020-12. */
export async function oracleOf(schema: unknown): Promise<(value: unknown) => boolean> {
  const id = `https://oracle.example/sample/${(oracles += 1)}`;
  registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...Object(schema) }, id);
  const judge = await validate(id);
  unregisterSchema(id);
  return (value) => judge(value as never).valid;
}
