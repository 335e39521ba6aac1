import { noteKeyOf } from '../audit-log/signed-note.ts';
import { isLoopback, originProblem } from '../contract/values/origin.ts';
import type { Context } from './context.ts';
import type { Deployment } from './deployment.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads `-c witness=URL -c witnessKey=KEY`: the witness that cosigns the checkpoints of the audit log (C2SP
 * tlog-witness).
 * @throws UsageError if one of them is missing or malformed
 */
export function witnessOf({ values }: Pick<Context, 'values'>, local: boolean): Pick<Deployment, 'witness'> {
  const { witness: url, witnessKey: key } = values;
  if (url === undefined && key === undefined) return {};
  if (typeof url !== 'string' || typeof key !== 'string')
    throw new UsageError('a witness needs its URL and its key. Write -c witness=https://… -c witnessKey=NAME+ID+KEY');
  const problem = urlProblem(url, local);
  if (problem !== undefined)
    throw new UsageError(
      `-c witness=${url} ${problem}. Write the submission prefix, such as https://witness.example/w1`,
    );
  if (noteKeyOf(key, 'witness') === undefined) {
    throw new UsageError(
      '-c witnessKey is not the key of a witness. Write one line of the form NAME+8 hex digits+base64, whose first byte is 4 (C2SP tlog-cosignature)',
    );
  }
  return { witness: { url, key } };
}

/** Returns what is wrong with the URL, or undefined. An address of this machine is allowed only in the local cloud. */
function urlProblem(url: string, local: boolean): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.href.replace(/\/$/, '') !== url.replace(/\/$/, ''))
    return 'is not a URL in its canonical form';
  if (parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') return 'has more than an origin and a path';
  return local && isLoopback(parsed.origin) ? undefined : originProblem(parsed.origin);
}
