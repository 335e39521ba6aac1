import type { ToolVersion } from '../artefacts/tool-version.ts';
import type { Validator } from './finding.ts';
import { validatorOf } from './validator.ts';

/** The validators of the arguments and the result of a tool version. */
export interface Signature {
  readonly request: Validator;
  readonly response: Validator;
}

const compiled = new WeakMap<ToolVersion['schema'], Signature>();

/**
 * Returns the validators of a tool version. A signature is compiled when it is first used, and kept as long as the
 * record of its tool version.
 */
export function signatureOf({ schema }: Pick<ToolVersion, 'schema'>): Signature {
  const known = compiled.get(schema);
  if (known) return known;
  const signature = { request: validatorOf(schema.request), response: validatorOf(schema.response) };
  compiled.set(schema, signature);
  return signature;
}
