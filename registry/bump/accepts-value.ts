import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from '../signature/keywords.ts';

/** Whether one value is valid. */
export function acceptsValue(schema: Schema, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true, logger: false });
  return ajv.compile(schema)(value);
}
