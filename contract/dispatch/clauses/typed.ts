import type { Typed, Versioned } from '../../call.ts';
import { Failure } from '../../failures.ts';
import { signatureOf } from '../../schema/signature.ts';
import { mismatchOf } from '../mismatch.ts';

/**
 * Checks the arguments against the tool's signature (docs/spec.md, 9.1, Typed). The compiler has already checked the
 * signature against the pattern's schema.
 */
export const typed =
  <Args>() =>
  async (call: Versioned): Promise<Typed<Args>> => {
    const findings = signatureOf(call.record).request(call.arguments);
    if (findings.length > 0) {
      const { pointer, keyword } = mismatchOf(findings, call.record.schema.request, call.arguments);
      throw new Failure('arguments.invalid', `${pointer === '' ? 'the arguments' : pointer}: ${keyword}`, { pointer });
    }
    return { ...call, args: call.arguments as Args };
  };
