import type { Action } from '../contract/rows/action.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import type { SorAnswer } from '../contract/ports.ts';

/**
 * The result of reading a record again: it is unchanged since the lookup, it has changed, or the read proves nothing.
 */
export type TargetSeen =
  | { readonly seen: 'unchanged' }
  | { readonly seen: 'changed'; readonly reason: 'target.changed' | 'target.gone' | 'lookup.changed' }
  | { readonly seen: 'unknown'; readonly reason: string };

/** Compares the answer to a conditional GET with the entity tag in the Action (RFC 9110, 8.8.3 and 13.1.2). */
export function targetSeen(answer: SorAnswer, target: Action['target'], sor: HttpSor): TargetSeen {
  if (answer.kind === 'unavailable') return { seen: 'unknown', reason: answer.reason };
  if (lagsBehind(answer.headers, sor)) return { seen: 'unknown', reason: 'sor.stale_replica' };
  if (answer.status === 304) return { seen: 'unchanged' };
  if (answer.status === 404 || answer.status === 410) return { seen: 'changed', reason: 'target.gone' };
  if (answer.status !== 200) return { seen: 'unknown', reason: `sor.answered_${answer.status}` };
  return answer.etag === target.version ? { seen: 'unchanged' } : { seen: 'changed', reason: 'target.changed' };
}

/**
 * Returns true for an answer of a replica that lags too far, or that does not say how far it lags. Such an answer
 * proves nothing.
 */
export function lagsBehind(headers: Readonly<Record<string, string>>, { replica }: HttpSor): boolean {
  if (replica === undefined) return false;
  const lag = Number(headers[replica.lagHeader.toLowerCase()] ?? Number.NaN);
  return !(lag <= replica.maxLagSeconds);
}
