import { NotJson, canonicalJson } from '../values/canonical.ts';
import { Failure } from '../failures.ts';
import { sizeLimits } from '../platform/limits.ts';

/** The name of a part of a pattern's product, the largest size of this part in bytes, and the tool that made it. */
interface Part {
  readonly tool: string;
  readonly what: 'result' | 'exceptions';
  readonly limit: number;
}

/**
 * Returns the canonical JSON of the value.
 * @throws Failure `result.invalid`, `result.too_large`
 */
export function serialised(value: unknown, { tool, what, limit }: Part): string {
  let text: string;
  try {
    text = canonicalJson(value);
  } catch (error) {
    if (error instanceof NotJson)
      throw new Failure('result.invalid', `the ${what} of the tool cannot be written as JSON: ${error.message}`);
    throw error;
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > limit)
    throw new Failure('result.too_large', `the ${what} of ${tool} must not be larger than ${limit / 1024} KB`);
  // Escaping at most doubles the size. The exact size is computed only for a text that could then be too large.
  if (bytes * 2 > sizeLimits.answerBytes && Buffer.byteLength(JSON.stringify(text)) > sizeLimits.answerBytes) {
    throw new Failure(
      'result.too_large',
      `the ${what} of ${tool} must not be larger than 6 MB after its quotes are escaped`,
    );
  }
  return text;
}
