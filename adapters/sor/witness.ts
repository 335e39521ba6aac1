import type { Witness } from '../../audit-log/witness.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';
import { isLoopback } from '../../contract/values/origin.ts';
import { outbound } from './outbound.ts';

/**
 * A request sends less than 10 KB. The function runs again every minute and then asks again, so it does not wait long
 * for a slow witness.
 */
const limits = { timeoutMillis: 8000, maxBytes: 64 * 1024 } as const;

/**
 * Asks a witness over HTTP (C2SP tlog-witness).
 * @param url the submission prefix of the witness, such as `https://witness.example/audit`
 */
export function httpWitness(url: string, key: NoteKey): Witness {
  const { origin, pathname } = new URL(url);
  const path = `${pathname}${pathname.endsWith('/') ? '' : '/'}add-checkpoint`;
  const policy = { ...limits, origin, network: isLoopback(origin) ? ('loopback' as const) : ('public' as const) };
  return {
    key,
    async add(body) {
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      const answer = await outbound(policy, { method: 'POST', path, headers, body });
      return { status: answer.status, type: answer.headers['content-type'] ?? '', body: answer.body };
    },
  };
}
