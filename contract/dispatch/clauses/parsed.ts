import { canonicalJson, sha256 } from '../../values/canonical.ts';
import type { Call, Parsed } from '../../call.ts';
import { Failure } from '../../failures.ts';
import { sizeLimits } from '../../platform/limits.ts';
import { parseJson } from '../../values/json.ts';
import { nameForm } from '../keys.ts';

/** Raw body to arguments, safely, and their hash: SHA-256 over RFC 8785 canonical JSON of the arguments as sent. */
export function parsed(call: Call): Parsed {
  if (call.key !== undefined && !nameForm.test(call.key))
    throw new Failure('header.malformed', 'Idempotency-Key has not its form');
  if (call.runId !== undefined && !nameForm.test(call.runId))
    throw new Failure('header.malformed', 'Run-Id has not its form');
  if (Buffer.byteLength(call.body) > sizeLimits.bodyBytes)
    throw new Failure('body.too_large', 'the body is over 256 KB');
  const value = parseJson(call.body);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Failure('body.malformed', 'the arguments are not a JSON object');
  }
  const argsText = canonicalJson(value);
  return { ...call, arguments: value, argsText, argsHash: sha256(argsText) };
}
