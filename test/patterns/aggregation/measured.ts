import type { Json } from '../../../contract/values/json.ts';
import type { Objects, OntologyObject } from '../../../contract/rows/objects.ts';
import type { CallFacts } from '../../../contract/pattern.ts';
import { aggregation } from '../../../patterns/aggregation/pattern.ts';
import { request, response, type Settings } from '../../../patterns/aggregation/schema.ts';
import { factsOf } from '../facts.ts';

const claim: NonNullable<Settings['members']>[string] = {
  markings: ['pii.medium', 'regulated.kvkk'],
  known: ['pii.low', 'pii.medium', 'regulated.kvkk'],
  read: {
    '/city': { kind: 'text', markings: ['pii.low'] },
    '/cause': { kind: 'text', markings: [] },
    '/open': { kind: 'boolean', markings: [] },
    '/passengers': { kind: 'integer', markings: [] },
    '/lossDate': { kind: 'date', markings: ['pii.low'] },
    '/reportedAt': { kind: 'instant', markings: [] },
    '/closedOn': { kind: 'date', markings: [] },
    '/reserve/amount': { kind: 'decimal', markings: [] },
    '/paid/amount': { kind: 'decimal', markings: [] },
    '/estimate': { kind: 'money', markings: [] },
  },
};

/** The settings that the compiler would make for a signature that lists these members. */
export const settings: Settings = {
  propagation: 'members',
  expects: { objects: 1000 },
  members: { Claim: claim, Recourse: { ...claim, markings: [], known: [] } },
};

export const objectOf = (
  value: Readonly<Record<string, Json>>,
  more: Partial<OntologyObject> = {},
): OntologyObject => ({
  type: 'Claim',
  id: `CLM-${JSON.stringify(value).length}`,
  version: 1,
  markings: ['pii.medium', 'regulated.kvkk'],
  value,
  at: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** An object store in this process that returns pages of three objects. */
export function stored(all: readonly OntologyObject[]): Objects {
  return {
    get: async (type, id) => all.find((one) => one.type === type && one.id === id),
    async *scan(type) {
      const found = all.filter((one) => one.type === type);
      for (let i = 0; i < found.length; i += 3) yield found.slice(i, i + 3);
    },
  };
}

export const everything = { kind: 'current' } as const;

/**
 * Returns the engine's answer to arguments. Parses the arguments with the pattern's request schema, and the answer with
 * its response schema.
 */
export async function measure(
  all: readonly OntologyObject[],
  args: Readonly<Record<string, unknown>>,
  more: { readonly call?: CallFacts; readonly settings?: Settings } = {},
) {
  const product = await aggregation.execute({
    args: request.parse({ objects: { type: 'Claim' }, window: everything, ...args }),
    refs: {},
    ports: { objects: stored(all) },
    settings: more.settings ?? settings,
    call: more.call ?? factsOf(),
  });
  response.parse(product.result);
  return product;
}

/** Returns the value of each group, or the reason why it has none, by the text of the group's key. */
export async function valuesOf(...given: Parameters<typeof measure>): Promise<Readonly<Record<string, string>>> {
  const { result } = await measure(...given);
  return Object.fromEntries(
    result.groups.map((group) => [
      group.key.map(({ value }) => String(value)).join('/'),
      group.status === 'measured' ? group.value : group.reason,
    ]),
  );
}
