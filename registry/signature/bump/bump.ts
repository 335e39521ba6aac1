import { isDeepStrictEqual } from 'node:util';
import { parse } from 'semver';
import type { Difference } from './difference.ts';
import { differences } from './subset.ts';

export const bumps = ['patch', 'minor', 'major'] as const;
export type Bump = (typeof bumps)[number];

interface SignatureSchema {
  readonly request: unknown;
  readonly response: unknown;
}

/**
 * Returns which bump a change of signature needs, and why (spec 9.1, versioned). Every valid request must stay valid;
 * otherwise the bump is major. A new member of the response is a minor change. The change is major if a member of the
 * response is removed, widened or becomes optional, or if a keyword changes that cannot be compared.
 */
export function bumpBetween(
  older: SignatureSchema,
  newer: SignatureSchema,
): { readonly bump: Bump; readonly reasons: readonly string[] } {
  const breaks = [
    ...differences({ sub: older.request, sup: newer.request }, { tolerant: false }).map((one) => said('request', one)),
    ...differences({ sub: newer.response, sup: older.response }, { tolerant: true }).map((one) =>
      said('response', one),
    ),
  ];
  if (breaks.length > 0) return { bump: 'major', reasons: breaks };
  return { bump: isDeepStrictEqual(older, newer) ? 'patch' : 'minor', reasons: [] };
}

const said = (side: string, { path, message }: Difference): string =>
  `/${[side, ...path.map(String)].join('/')}: ${message}`;

/** Returns the bump that the version numbers declare. Undefined if a version is malformed. */
export function declaredBump(older: string, newer: string): Bump | undefined {
  const [from, to] = [parse(older), parse(newer)];
  if (!from || !to) return undefined;
  if (to.major !== from.major) return 'major';
  return to.minor === from.minor ? 'patch' : 'minor';
}

export const reaches = (declared: Bump, needed: Bump): boolean => bumps.indexOf(declared) >= bumps.indexOf(needed);
