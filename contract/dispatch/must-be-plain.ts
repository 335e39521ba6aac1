import { Failure } from '../failures.ts';
import { notPlainAt, plainTextRule } from '../values/plain-text.ts';

/**
 * Checks texts that an agent sent and that people will read. `texts` maps the pointer of each checked member to its
 * value.
 * @throws Failure `arguments.invalid` if a text has characters that can hide or reorder the text around it
 */
export function mustBePlain(texts: Readonly<Record<string, unknown>>): void {
  for (const [pointer, value] of Object.entries(texts)) {
    const wrong = notPlainAt(value, pointer);
    if (wrong !== undefined) throw new Failure('arguments.invalid', `${wrong}: ${plainTextRule}`, { pointer: wrong });
  }
}
