import type { Caller } from '../contract/authority/identity.ts';
import { isName } from '../contract/values/event-name.ts';
import type { APIGatewayProxyEventV2WithJWTAuthorizer as HttpEvent } from 'aws-lambda';

const agentScope = /^agent\/([a-z][a-z0-9-]{0,62})$/;

/**
 * Returns the caller that the claims of an access token name: an agent by its only scope `agent/<name>` (RFC 6749, 4.4), a human by
 * `sub` and `username`. Undefined for a token of neither form, or of both.
 */
export function callerWith(claims: Readonly<Record<string, unknown>>): Caller | undefined {
  const sub = text(claims['sub']);
  const username = text(claims['username']);
  if (text(claims['token_use']) !== 'access' || sub === undefined) return undefined;
  const agents = (string(claims['scope']) ?? '').split(' ').flatMap((scope) => agentScope.exec(scope)?.[1] ?? []);
  if (username !== undefined) {
    return agents.length > 0
      ? undefined
      : { kind: 'human', id: sub, name: username, groups: listOf(claims['cognito:groups']) };
  }
  const [name, ...others] = agents;
  return name === undefined || others.length > 0 ? undefined : { kind: 'agent', id: name, name, groups: [] };
}

/** Returns the caller that the authorizer has found in the token of a request. */
export const callerOf = (event: HttpEvent): Caller | undefined =>
  callerWith(event.requestContext.authorizer?.jwt?.claims ?? {});

const string = (claim: unknown): string | undefined => (typeof claim === 'string' ? claim : undefined);
/** Returns a claim only if it can become a member of events and a key of the audit log. */
const text = (claim: unknown): string | undefined => (typeof claim === 'string' && isName(claim) ? claim : undefined);

/** Returns the list in a claim. The JWT authorizer of an HTTP API passes a list as the text `[a b]`. */
const listOf = (claim: unknown): readonly string[] => {
  if (Array.isArray(claim)) return claim.filter((item) => typeof item === 'string');
  return (string(claim) ?? '').split(/[[\]\s,"]+/).filter((group) => group !== '');
};
