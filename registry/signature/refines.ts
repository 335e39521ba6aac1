import { differences } from './bump/subset.ts';
import type { Answers } from '../../contract/pattern.ts';
import { alternatives, answersTo } from './answers.ts';
import { isSchema, type Schema } from './keywords.ts';
import type { Finding } from './resolve.ts';

/**
 * Returns a finding for each way in which a signature does not refine the skeleton of its pattern. The pattern must
 * accept every request that the signature accepts, and be able to give every response of the signature. The response
 * must have a place for every answer that the pattern can give to these requests.
 */
export function refinement(
  signature: { readonly request: unknown; readonly response: unknown },
  skeleton: { readonly request: Schema; readonly response: Schema },
  { name, answers }: { readonly name: string; readonly answers?: Answers },
): readonly Finding[] {
  const fix = `See docs/patterns/${name}.md and the schemas in patterns/${name}: a signature may narrow these schemas, but not widen them`;
  const found = (['request', 'response'] as const).flatMap((side) =>
    differences({ sub: signature[side], sup: skeleton[side] }, { tolerant: false }).map(({ path, message }) => ({
      path: [side, ...path],
      message: `the signature does not refine its pattern: ${message}`,
      fix,
    })),
  );
  return [...found, ...unanswered(signature.response, answersTo(signature.request, skeleton.response, answers))];
}

function unanswered(response: unknown, kinds: readonly unknown[]): readonly Finding[] {
  const own = isSchema(response) ? alternatives(response) : [];
  return kinds
    .filter((kind) => !own.some((branch) => differences({ sub: branch, sup: kind }, { tolerant: false }).length === 0))
    .map((kind) => ({
      path: ['response'],
      message: `the response has no place for an answer that its pattern can give (${nameOf(kind)})`,
      fix: 'In signature.response, add a branch for this answer to oneOf',
    }));
}

/** Returns the constants of a branch, such as `status found`. */
const nameOf = (schema: unknown): string => {
  const properties = isSchema(schema) && isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const constants = properties.flatMap(([name, member]) =>
    isSchema(member) && 'const' in member ? [`${name} ${String(member['const'])}`] : [],
  );
  return constants.join(', ') || 'the whole response';
};
