import type { Typed, Versioned } from '../../call.ts';
import { Failure } from '../../failures.ts';
import { mismatchOf } from '../mismatch.ts';

/** Arguments against the tool's signature. The spec's 9.1, Typed; the pattern's skeleton was proved when it was compiled. */
export const typed =
  <A>() =>
  async (call: Versioned): Promise<Typed<A>> => {
    const { request } = await call.release.signature(call.record);
    if (!request(call.arguments)) {
      const { pointer, keyword } = mismatchOf(request, call.record.schema.request, call.arguments);
      throw new Failure('arguments.invalid', `${pointer === '' ? 'the arguments' : pointer}: ${keyword}`, { pointer });
    }
    return { ...call, args: call.arguments as A };
  };
