import { mustBePlain } from '../../contract/dispatch/must-be-plain.ts';
import type { Attachment } from '../../contract/rows/action.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import { decisionDigest } from '../../contract/rows/approval-digest.ts';
import { Failure } from '../../contract/failures.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import type { CallFacts } from '../../contract/pattern.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { DecisionCase, Task } from '../../contract/rows/task.ts';
import { canonicalJson, hashOf, NotJson, sha256, type Hash } from '../../contract/values/canonical.ts';
import type { Request } from './schema.ts';
import { taskRow } from './task-row.ts';
import { unfitApproval } from './unfit.ts';

/** Patterns whose results a human can approve: a verdict or a band. Other results decide nothing. */
const judges = new Set(['validation', 'classification']);

/**
 * Makes a Task that asks a human to confirm the caller's own validation or classification. The caller sends the
 * arguments and the result of that call again, because the record keeps only their hashes. Both must match these
 * hashes.
 * @throws Failure `subject.unfit`, `evidence.mismatch`, `run.required`, `arguments.invalid`, `result.too_large`
 */
export function requestForDecision(
  { subject, decision: sent, sla }: Request,
  { record: { event, receipt }, queue }: { readonly record: DispatchRecord; readonly queue: Queue },
  call: CallFacts,
): { readonly task: Task; readonly shown: Attachment } {
  if (!judges.has(event.function))
    throw unfitApproval('/subject/id: the event must be a call of a validation or classification tool', '/subject/id');
  if (!sent)
    throw unfitApproval('/decision: is required. Send the recorded arguments and result, and a rationale', '/decision');
  mustBePlain({ '/decision/rationale': sent.rationale, '/decision/arguments': sent.arguments });
  mustBeRecorded(sent.arguments, receipt.argsHash, '/decision/arguments');
  mustBeRecorded(sent.result, receipt.resultHash, '/decision/result');
  const shown = shownOf(sent);
  const row = taskRow({ subject: subject.id, round: 1, quorum: 1, sla }, queue, call);
  const { owner } = call.principal;
  const decision = {
    eventId: receipt.eventId,
    tool: receipt.tool,
    version: receipt.version,
    argsHash: receipt.argsHash,
    resultHash: receipt.resultHash,
    caseHash: shown.hash,
    ...(owner === undefined ? {} : { owner }),
  };
  return { task: { ...row, decision, digest: decisionDigest({ ...row, decision }) }, shown };
}

function mustBeRecorded(value: unknown, hash: Hash, pointer: string): void {
  try {
    if (hashOf(value) === hash) return;
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
  }
  throw new Failure(
    'evidence.mismatch',
    `${pointer}: differs from the recorded value. Send the value as it was recorded`,
    { pointer },
  );
}

function shownOf(sent: DecisionCase): Attachment {
  const text = canonicalJson({ rationale: sent.rationale, arguments: sent.arguments, result: sent.result });
  if (Buffer.byteLength(text) > sizeLimits.caseBytes) {
    throw new Failure('result.too_large', `/decision: must not be larger than ${sizeLimits.caseBytes / 1024} KB`);
  }
  return { hash: sha256(text), text };
}
