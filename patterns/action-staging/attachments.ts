import type { ActionCase, Attachment } from '../../contract/rows/action.ts';
import { canonicalJson, sha256 } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';

/**
 * Makes the attachments of an Action: its payload and its case as canonical JSON, each under its hash.
 * @throws Failure `result.too_large`
 */
export function attachments(payload: unknown, actionCase: ActionCase): readonly [Attachment, Attachment] {
  const made = [canonicalJson(payload), canonicalJson(actionCase)] as const;
  const bytes = Buffer.byteLength(made[0]) + Buffer.byteLength(made[1]);
  if (bytes > sizeLimits.caseBytes) {
    throw new Failure(
      'result.too_large',
      `/action/payload: the payload and the case together are larger than ${sizeLimits.caseBytes / 1024} KB`,
    );
  }
  const [payloadText, caseText] = made;
  return [
    { hash: sha256(payloadText), text: payloadText },
    { hash: sha256(caseText), text: caseText },
  ];
}
