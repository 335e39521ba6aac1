import type { VerifyToken } from '../../adapters/aws/token-verifier.ts';
import { Failure } from '../../contract/failures.ts';
import { callerWith } from '../caller.ts';
import type { Handle } from '../routes.ts';

/** Accepts the token with or without the scheme `Bearer`, as the authorizer does. */
const bearer = /^(?:Bearer )?([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Wraps a handler with a check of the token in the request. The caller is taken from the verified token. What the event
 * says about the caller is not trusted: whoever may invoke the function can write any event.
 */
export const withVerifiedToken =
  (verify: VerifyToken, handle: Handle): Handle =>
  async (request) => {
    const token = bearer.exec(request.event.headers['authorization'] ?? '')?.[1];
    const caller = token === undefined ? undefined : callerWith(await verify(token));
    if (caller === undefined || caller.kind !== request.caller.kind || caller.id !== request.caller.id)
      throw new Failure(
        'token.unfit',
        'the access token is missing, or does not belong to the caller that the request names',
      );
    return handle({ ...request, caller });
  };
