import { parseJson, type Json } from '../../contract/values/json.ts';
import { Failure, type FailureCode } from '../../contract/failures.ts';
import { unavailable, unfit } from './unavailable.ts';

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** JSON that cannot be answered, until somebody changes the record. */
const lasting: Partial<Record<FailureCode, string>> = {
  'body.unsafe_number': 'The record holds a number that a double cannot hold exactly. Store it as text',
  'body.duplicate_key': 'The record has two members of the same name',
  'body.forbidden_key': 'The record has a member named __proto__ or constructor. Rename it',
  'body.lone_surrogate': 'The record holds text that is not well-formed Unicode',
  'body.too_deep': 'The record is nested more than 64 levels deep',
};

/**
 * Reads a source's body: one JSON object that loses nothing of its text.
 * @throws Failure with `lookup.source_unavailable`: `dependency.unfit` if the same body will be refused next time,
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
    throw unavailable('lookup.source_unavailable', `the body of the source is refused: ${error.code}`);
  }
  if (!isObject(value))
    throw unavailable('lookup.source_unavailable', 'the source did not answer with one JSON object');
  return { ...value };
}
