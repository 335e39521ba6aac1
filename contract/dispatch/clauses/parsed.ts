import { aKind, valueKindOf } from '../../values/kind.ts';
import { canonicalJson, sha256 } from '../../values/canonical.ts';
import type { Call, Parsed } from '../../call.ts';
import { Failure } from '../../failures.ts';
import { sizeLimits } from '../../platform/limits.ts';
import { parseJson } from '../../values/json.ts';
import { isName, maxNameLength } from '../../values/event-name.ts';
import { nameForm } from '../keys.ts';

/** Parses the raw body into arguments, and hashes them: SHA-256 over their canonical JSON (RFC 8785). */
export function parsed(call: Call): Parsed {
  if (call.key !== undefined && !nameForm.test(call.key))
    throw new Failure(
      'header.malformed',
      'Idempotency-Key is malformed: use 16 to 255 characters of A-Z a-z 0-9 _ . : -',
    );
  if (call.runId !== undefined && !nameForm.test(call.runId))
    throw new Failure('header.malformed', 'Run-Id is malformed: use 16 to 255 characters of A-Z a-z 0-9 _ . : -');
  for (const [header, value] of [
    ['Tool-Version', call.version],
    ['Purpose-Of-Use', call.purpose],
  ] as const) {
    if (value !== undefined && !isName(value))
      throw new Failure('header.malformed', `${header} is malformed: use 1 to ${maxNameLength} characters`);
  }
  if (!isName(call.tool)) throw new Failure('tool.unknown', 'the release has no tool with this id');
  if (Buffer.byteLength(call.body) > sizeLimits.bodyBytes)
    throw new Failure('body.too_large', 'the body is larger than the limit of 256 KB');
  const value = parseJson(call.body);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Failure('body.malformed', `the arguments must be a JSON object, but are ${aKind(valueKindOf(value))}`);
  }
  const argsText = canonicalJson(value);
  return { ...call, arguments: value, argsText, argsHash: sha256(argsText) };
}
