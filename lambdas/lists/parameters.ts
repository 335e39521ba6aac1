import { durationSeconds } from '../../contract/values/duration.ts';
import { Failure } from '../../contract/failures.ts';
import type { HttpRequest } from '../http.ts';

export type Parameters<N extends string> = Partial<Record<N, string>>;

/**
 * Returns the parameters of a query.
 * @throws Failure `request.invalid` if a parameter is unknown
 */
export function parametersOf<N extends string>({ event }: HttpRequest, known: readonly N[]): Parameters<N> {
  const given = event.queryStringParameters ?? {};
  const unknown = Object.keys(given).find((name) => !known.some((one) => one === name));
  if (unknown !== undefined)
    throw new Failure(
      'request.invalid',
      `${unknown.slice(0, 32)} is not a parameter of this path. Use: ${known.join(', ')}`,
    );
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Parameters<N>;
}

/** Returns the states that the parameter `state` lists. @throws Failure `request.invalid` */
export function statesOf<S extends string>(
  text: string | undefined,
  all: readonly S[],
  unless: readonly S[],
): readonly S[] {
  if (text === undefined) return unless;
  const asked = text.split(',').map((name) => all.find((state) => state === name));
  const states = asked.filter((state) => state !== undefined);
  if (states.length === asked.length) return [...new Set(states)];
  throw new Failure(
    'request.invalid',
    `the parameter state must have one or more of these values, separated by commas: ${all.join(', ')}`,
  );
}

const mostRows = 100;
const usualRows = 50;

/** Returns the number of rows of a page. @throws Failure `request.invalid` */
export function limitOf(text: string | undefined): number {
  const limit = text === undefined ? usualRows : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostRows) return limit;
  throw new Failure('request.invalid', `the parameter limit must be a whole number from 1 to ${mostRows}`);
}

/**
 * Returns the instant that a parameter names: an ISO 8601 instant, or a duration from now.
 * @param ahead 1 if a duration is ahead of now, -1 if it is before now
 * @throws Failure `request.invalid`
 */
export function instantOf(
  name: string,
  text: string,
  { atMillis, ahead }: { readonly atMillis: number; readonly ahead: 1 | -1 },
): string {
  const seconds = durationSeconds(text);
  const millis = seconds === undefined ? instant(text) : atMillis + ahead * seconds * 1000;
  if (Math.abs(millis) <= 8.64e15) return new Date(millis).toISOString();
  throw new Failure(
    'request.invalid',
    `the parameter ${name} must be an instant such as 2026-11-27T09:00:00Z, or a duration such as PT4H`,
  );
}

/** A date without a time, or a time without a zone, could be read in several ways, so it is refused. */
const instant = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
