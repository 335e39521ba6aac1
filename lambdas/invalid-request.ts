import type * as z from 'zod';
import { Failure } from '../contract/failures.ts';

/** What a body that has not its form is refused with: the member that is wrong, never its value. */
export function invalidRequest({ issues: [issue] }: z.ZodError): Failure {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0]?.slice(0, 64) : undefined;
  const pointer = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])]
    .map((step) => `/${String(step)}`)
    .join('');
  const detail = unknown === undefined ? (issue?.code ?? 'has not its form') : 'there is no such member';
  return new Failure('request.invalid', `${pointer === '' ? 'the body' : pointer}: ${detail}`, { pointer });
}
