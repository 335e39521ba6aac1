import type { Sent } from '../../../action-plane/answer.ts';
import { sendTimeoutMillis } from '../../../action-plane/commit.ts';
import { policyOf } from '../../../adapters/sor/connectors.ts';
import { outboundPath } from '../../../adapters/sor/expand-path.ts';
import { OutboundError } from '../../../adapters/sor/outbound-error.ts';
import { outbound } from '../../../adapters/sor/outbound.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import { Failure } from '../../../contract/failures.ts';
import type { SorSecrets } from '../../sor-secrets.ts';
import type { Send } from './send-action.ts';

/** Returns a sender for an SoR, with its write secret. No other function can read that secret. */
export const sorSender =
  ({ secrets, secretIdOf }: SorSecrets, send = outbound) =>
  async (sor: HttpSor): Promise<Send> => {
    const id = secretIdOf(sor.id);
    if (id === undefined) throw new Failure('dependency.unavailable', `this function has no secret for ${sor.id}`);
    const credential = await secrets.read(id).catch(() => {
      throw new Failure('dependency.unavailable', `the secret for ${sor.id} could not be read`);
    });
    return async (change): Promise<Sent> => {
      try {
        const answer = await send(
          { ...policyOf(sor), timeoutMillis: sendTimeoutMillis(sor) },
          {
            method: change.method,
            path: outboundPath(change.path, { id: change.id }),
            headers: {
              authorization: `Bearer ${credential}`,
              'content-type': 'application/json',
              'if-match': change.ifMatch,
              'idempotency-key': change.reference,
            },
            body: change.body,
            // Only the status counts. After a 200 the change is made, whatever the body says.
            answer: 'status',
            deadlineAt: change.deadlineAt,
          },
        );
        // The secret may have been rotated, so the next send reads it again.
        if (answer.status === 401) secrets.forget(id);
        return { kind: 'answer', status: answer.status, ...(answer.etag === undefined ? {} : { etag: answer.etag }) };
      } catch (error) {
        return unanswered(error);
      }
    };
  };

/**
 * Returns `not_sent` only if the connector proves that nothing was sent. After any other error the change may have been
 * sent.
 */
const unanswered = (error: unknown): Sent =>
  error instanceof OutboundError
    ? { kind: error.sent ? 'no_answer' : 'not_sent', reason: error.code }
    : { kind: 'no_answer', reason: 'internal' };
