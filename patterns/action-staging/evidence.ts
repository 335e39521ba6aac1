import type { ActionCase } from '../../contract/rows/action.ts';
import { canonicalJson, hashOf, NotJson, type Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { Cited } from './cited.ts';
import type { Request } from './schema.ts';

export type Evidence = ActionCase['evidence'][number];

/**
 * Patterns whose result is a judgement about the arguments of the call. Evidence from such a call must include the
 * arguments, because a verdict means nothing without them.
 */
const judges = new Set(['validation', 'classification']);

/**
 * Returns the cited calls with their values. A value that the record keeps is copied from the record. Any other value
 * must be sent again and must match the recorded hash.
 * @throws Failure `evidence.mismatch`, `event.unknown`
 */
export const evidenceOf = (sent: Request['evidence'], cited: Cited): readonly Evidence[] =>
  sent.map((item, i) => {
    const at = `/evidence/${i}`;
    const record = cited.record(item.event, `${at}/event`);
    const result = checked(item.result, { kept: record.result, hash: record.receipt.resultHash }, `${at}/result`);
    if (result === undefined)
      throw mismatch('is required, because the ledger does not keep the result of this call', `${at}/result`);
    const values = checked(
      item.arguments,
      { kept: record.arguments, hash: record.receipt.argsHash },
      `${at}/arguments`,
    );
    if (values === undefined && judges.has(record.event.function)) {
      throw mismatch(
        'is required, because the result of a validation or classification counts only together with its arguments',
        `${at}/arguments`,
      );
    }
    return {
      ...cite(record),
      ...(values === undefined ? {} : { arguments: values.value }),
      result: result.value,
    };
  });

const cite = ({ receipt }: DispatchRecord) => ({
  eventId: receipt.eventId,
  tool: receipt.tool,
  version: receipt.version,
  pins: receipt.pins,
});

/**
 * Checks a sent value against the recorded hash. Returns the value inside an object, because a value may be null and
 * still be present.
 */
function checked(
  sent: unknown,
  { kept, hash }: { readonly kept: string | undefined; readonly hash: Hash },
  pointer: string,
): { readonly value: unknown } | undefined {
  if (sent !== undefined && !hashesTo(sent, hash))
    throw mismatch('differs from the recorded value. Send the value as it was recorded', pointer);
  if (kept !== undefined) return { value: JSON.parse(kept) };
  return sent === undefined ? undefined : { value: JSON.parse(canonicalJson(sent)) };
}

export function hashesTo(value: unknown, hash: Hash): boolean {
  try {
    return hashOf(value) === hash;
  } catch (error) {
    if (error instanceof NotJson) return false;
    throw error;
  }
}

const mismatch = (detail: string, pointer: string): Failure =>
  new Failure('evidence.mismatch', `${pointer}: ${detail}`, { pointer });
