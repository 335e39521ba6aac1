import { mismatchOf } from '../../contract/dispatch/mismatch.ts';
import { validatorOf } from '../../contract/schema/validator.ts';

/** Compiles a schema. @returns a function that says which pointer and keyword a value breaks, or `valid` */
export function mismatchFinder(schema: unknown): (value: unknown) => readonly [string, string] | 'valid' {
  const validator = validatorOf(schema);
  return (value) => {
    const findings = validator(value);
    if (findings.length === 0) return 'valid';
    const { pointer, keyword } = mismatchOf(findings, schema, value);
    return [pointer, keyword];
  };
}
