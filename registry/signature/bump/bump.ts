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
 * What a change of signature is. The request is contravariant: what was valid stays valid, or it is major. The response is
 * read by a tolerant reader: an added member is minor; a removed, widened or newly optional one is major. A keyword that
 * cannot be compared and has changed is major. The spec's 9.1, Versioned.
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

/** What the numbers say; undefined where the later version is not later. */
export function declaredBump(older: string, newer: string): Bump | undefined {
  const [from, to] = [parse(older), parse(newer)];
  if (!from || !to) return undefined;
  if (to.major !== from.major) return 'major';
  return to.minor === from.minor ? 'patch' : 'minor';
}

export const reaches = (declared: Bump, needed: Bump): boolean => bumps.indexOf(declared) >= bumps.indexOf(needed);
