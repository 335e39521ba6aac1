import * as z from 'zod';
import { ask, type SignedIn } from '../api/ask.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { shownCase } from './case-text.ts';

/** The number of digits of a digest that a person must name, and that `tasks show` prints for it. */
export const digestDigits = 12;

const voted = z.looseObject({
  decisionId: z.string(),
  task: z.looseObject({ state: z.string(), grants: z.number(), quorum: z.number() }),
});
export type Voted = z.infer<typeof voted>;

/**
 * Sends the vote of a person about what the person has read. The digits must be the beginning of the digest that the Task
 * has now.
 * @throws UsageError if the digest is another one, ApiRefused
 */
export async function vote(
  signedIn: SignedIn,
  {
    id,
    decision,
    reason,
    digits,
  }: {
    readonly id: string;
    readonly decision: 'grant' | 'deny';
    readonly reason: string | undefined;
    readonly digits: string;
  },
): Promise<{ readonly answer: unknown; readonly voted: Voted }> {
  const path = `/v1/tasks/${encodeURIComponent(id)}`;
  const { task } = shownCase.parse(await ask(signedIn, { path }));
  if (!task.digest.startsWith(digits))
    throw new UsageError(
      `the digest of the Task does not begin with ${digits}. Read the Task again with tasks show, and use its digest`,
    );
  const body = { decision, digest: task.digest, ...(reason === undefined ? {} : { reason }) };
  const answer = await ask(signedIn, { method: 'POST', path: `${path}/decision`, body });
  return { answer, voted: voted.parse(answer) };
}
