import { aKind, kindOf } from '../../values/kind.ts';
import { canonicalJson, sha256 } from '../../values/canonical.ts';
import type { Call, Parsed } from '../../call.ts';
import { Failure } from '../../failures.ts';
import { sizeLimits } from '../../platform/limits.ts';
import { parseJson } from '../../values/json.ts';
import { nameForm } from '../keys.ts';

/**
 * Parses the raw body into arguments, and hashes them: SHA-256 over the canonical JSON (RFC 8785) of the arguments as
 * sent.
 */
export function parsed(call: Call): Parsed {
  if (call.key !== undefined && !nameForm.test(call.key))
    throw new Failure(
      'header.malformed',
      'Idempotency-Key is malformed: use 16 to 255 characters of A-Z a-z 0-9 _ . : -',
    );
  if (call.runId !== undefined && !nameForm.test(call.runId))
    throw new Failure('header.malformed', 'Run-Id is malformed: use 16 to 255 characters of A-Z a-z 0-9 _ . : -');
  if (Buffer.byteLength(call.body) > sizeLimits.bodyBytes)
    throw new Failure('body.too_large', 'the body is larger than 256 KB');
  const value = parseJson(call.body);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Failure('body.malformed', `the arguments must be a JSON object, but are ${aKind(kindOf(value))}`);
  }
  const argsText = canonicalJson(value);
  return { ...call, arguments: value, argsText, argsHash: sha256(argsText) };
}
