import { readAside } from '../../adapters/tables/aside.ts';
import { reads } from '../../contract/authority/reads.ts';
import { Failure } from '../../contract/failures.ts';
import type { ContentReader } from '../../contract/rows/content.ts';
import type { Head, Ledger } from '../../contract/system.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';

export interface ReadPolicyDependencies {
  readonly content: ContentReader;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly head: Head;
}

/**
 * Handles `GET /v1/audit/policies/{hash}`: the text that a policy had when it decided a call. The member `policyHashes`
 * of an event has the hashes.
 */
export const readPolicy =
  ({ content, ledger, head }: ReadPolicyDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    if (!reads.Audit(request.caller)) throw new Failure('function.unknown', 'there is nothing at this path');
    const hash = request.event.pathParameters?.['hash'] ?? '';
    const text = /^[0-9a-f]{64}$/.test(hash) ? await readAside(content, 'policies', hash) : undefined;
    if (text === undefined) throw new Failure('policy.unknown', 'no policy with this hash was ever in force');
    const event = readEvent(request, { release: (await head.current()).release, subject: `policy ${hash}` });
    await ledger.note(event);
    return json(200, { hash, text }, event.eventId);
  };
