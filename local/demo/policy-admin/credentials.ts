import { createHash, timingSafeEqual } from 'node:crypto';

export interface Credentials {
  readonly read: string;
  readonly write: string;
  readonly admin: string;
}

export type CredentialName = keyof Credentials;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Makes a function that finds the credential in an Authorization header. Throws RangeError if credentials are weak or
 * equal.
 */
export const credentialReader = (
  credentials: Credentials,
): ((authorization: string | undefined) => CredentialName | undefined) => {
  const names = ['read', 'write', 'admin'] as const;
  const tokens = names.map((name) => credentials[name]);
  if (tokens.some((token) => !/^[\w.~+/-]{16,}=*$/.test(token)) || new Set(tokens).size !== names.length) {
    throw new RangeError('the credentials must be three different bearer tokens of at least 16 characters');
  }
  const known = names.map((name) => ({ name, digest: digest(credentials[name]) }));
  return (authorization) => {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    const given = digest(token);
    return known.find((one) => timingSafeEqual(one.digest, given))?.name;
  };
};
