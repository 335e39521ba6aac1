import { createHash, randomBytes } from 'node:crypto';

/** The secret of one sign-in, and the values that are made from it (RFC 7636, 4). */
export interface Pkce {
  readonly verifier: string;
  /** The method is S256. */
  readonly challenge: string;
  /** Binds the answer of the page to this sign-in (RFC 6749, 10.12). */
  readonly state: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge, state: randomBytes(16).toString('base64url') };
}
