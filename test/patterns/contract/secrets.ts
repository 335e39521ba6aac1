import { valuesAt } from '../../../contract/values/pointers.ts';
import type { Bench } from './bench.ts';
import type { Sample } from './sample.ts';

/** Returns the texts at the pointers that are long enough to search for. Throws if a pointer finds no text. */
export function textsAt(value: unknown, pointers: readonly string[]): readonly string[] {
  return pointers.flatMap((pointer) => {
    const found = valuesAt(value, pointer).flatMap(({ value: text }) => (typeof text === 'string' ? [text] : []));
    if (found.length === 0) throw new Error(`the sample has no text at ${pointer}`);
    return found.filter((text) => text.length >= 6);
  });
}

/** Yields every text and every member name in a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* textsIn(member);
  }
}

/** Returns all texts that must never contain a secret: events, spans and metrics. */
export const toldTexts = (bench: Bench): string => [...textsIn([bench.events(), bench.told])].join('\n');

/** Returns the parts of the arguments that only the caller may see. */
export const argumentSecrets = (sample: Sample, bench: Bench): readonly string[] => {
  const { first } = bench.asked.one;
  return [JSON.stringify(first), ...textsAt(first, sample.secrets.arguments)];
};
