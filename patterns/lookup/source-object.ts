import { parseJson, type Json } from '../../contract/json.ts';
import { Failure } from '../../contract/failures.ts';
import { unavailable } from './unavailable.ts';

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * A source's body: one JSON object that says all that its text said, or no answer to be trusted.
 * @throws Failure `dependency.unavailable` with `lookup.source_unavailable`
 */
export function sourceObject(body: string): Record<string, Json> {
  let value: Json;
  try {
    value = parseJson(body);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw unavailable('lookup.source_unavailable', `the source's body is refused: ${error.code}`);
  }
  if (!isObject(value)) throw unavailable('lookup.source_unavailable', 'the source did not answer one object');
  return { ...value };
}
