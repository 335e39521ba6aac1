import { mismatchOf } from '../../contract/dispatch/mismatch.ts';
import type { Signature } from '../../contract/artefacts/tool-version.ts';
import { compileValidators } from '../../registry/signature/validators.ts';

/** Compiles the validator of a schema. @returns a function that says which pointer and keyword a value breaks, or `valid` */
export async function mismatchFinder(
  schema: unknown,
): Promise<(value: unknown) => readonly [string, string] | 'valid'> {
  const code = await compileValidators({ request: schema, response: { type: 'null' } });
  const { request } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Signature;
  return (value) => {
    if (request(value)) return 'valid';
    const { pointer, keyword } = mismatchOf(request, schema, value);
    return [pointer, keyword];
  };
}
