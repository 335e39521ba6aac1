import { NotJson, canonicalJson } from '../values/canonical.ts';
import { Failure } from '../failures.ts';
import { sizeLimits } from '../platform/limits.ts';

/** A part of a product that is written as JSON, its largest size, and the tool that made it. */
interface Part {
  readonly tool: string;
  readonly what: 'result' | 'exceptions';
  readonly limit: number;
}

/** Canonical JSON. @throws Failure `result.invalid`, `result.too_large` */
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
  if (bytes > limit) throw new Failure('result.too_large', `the ${what} of ${tool}: larger than ${limit / 1024} KB`);
  // Escaping at most doubles the size, so only large texts are measured again.
  if (bytes * 2 > sizeLimits.answerBytes && Buffer.byteLength(JSON.stringify(text)) > sizeLimits.answerBytes) {
    throw new Failure('result.too_large', `the ${what} of ${tool}: larger than 6 MB once each quote is escaped`);
  }
  return text;
}
