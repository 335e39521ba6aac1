import { differences } from '../bump/subset.ts';
import { isSchema, members, type Schema } from './keywords.ts';
import type { Finding } from './resolve.ts';

/**
 * Whether a tool's signature refines its pattern's skeleton: what it accepts, the pattern accepts; what it answers, the
 * pattern answers; and every kind of answer that the pattern can give has its place in the response.
 */
export function refinement(
  signature: { readonly request: unknown; readonly response: unknown },
  skeleton: { readonly request: Schema; readonly response: Schema },
): readonly Finding[] {
  const fix = "See the pattern's skeleton: the signature may narrow it and not widen it";
  const found = (['request', 'response'] as const).flatMap((side) =>
    differences(signature[side], skeleton[side], { tolerant: false }).map(({ path, message }) => ({
      path: [side, ...path],
      message: `does not refine its pattern: ${message}`,
      fix,
    })),
  );
  return [...found, ...unanswered(signature.response, skeleton.response)];
}

function unanswered(response: unknown, skeleton: Schema): readonly Finding[] {
  const own = isSchema(response) ? alternatives(response) : [];
  return alternatives(skeleton)
    .filter((kind) => !own.some((branch) => differences(branch, kind, { tolerant: false }).length === 0))
    .map((kind) => ({
      path: ['response'],
      message: `has no place for an answer that its pattern can give (${nameOf(kind)})`,
      fix: 'Add it to oneOf',
    }));
}

const alternatives = (schema: Schema): readonly unknown[] => {
  const branches = [...members(schema['oneOf']), ...members(schema['anyOf'])];
  return branches.length > 0 ? branches : [schema];
};

/** The constants of a branch: `status found`. */
const nameOf = (schema: unknown): string => {
  const properties = isSchema(schema) && isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const constants = properties.flatMap(([name, member]) =>
    isSchema(member) && 'const' in member ? [`${name} ${String(member['const'])}`] : [],
  );
  return constants.join(', ') || 'the whole';
};
