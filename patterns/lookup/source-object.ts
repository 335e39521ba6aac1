import { parseJson, type Json } from '../../contract/values/json.ts';
import { Failure, type FailureCode } from '../../contract/failures.ts';
import { unavailable, unfit } from './unavailable.ts';

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Problems of a record that stay until somebody changes the record, by the code of the parser's failure. */
const lasting: Partial<Record<FailureCode, string>> = {
  'body.unsafe_number': 'The record holds a number that a double cannot hold exactly. Store it as text',
  'body.duplicate_key': 'The record has two members of the same name. Rename one of them',
  'body.forbidden_key': 'The record has a member named __proto__ or constructor. Rename it',
  'body.lone_surrogate': 'The record holds text that is not well-formed Unicode. Correct the text',
  'body.too_deep': 'The record is nested more than 64 levels deep. Store it with fewer levels',
};

/**
 * Reads the body of a source's answer as one JSON object, without losing anything of its text.
 * @throws Failure with `lookup.source_unavailable`: `dependency.unfit` if the same body would be refused again,
 * otherwise `dependency.unavailable`
 */
export function sourceObject(body: string): Record<string, Json> {
  let value: Json;
  try {
    value = parseJson(body);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const stays = lasting[error.code];
    if (stays !== undefined) throw unfit(stays);
    throw unavailable('lookup.source_unavailable', `the body of the answer of the source is refused: ${error.code}`);
  }
  if (!isObject(value))
    throw unavailable('lookup.source_unavailable', 'the source did not answer with one JSON object');
  return { ...value };
}
