import { valuesAt } from '../../../contract/values/pointers.ts';
import type { Bench } from './bench.ts';
import type { Specimen } from './specimen.ts';

/** The texts at the pointers. A missing text is an error of the specimen. */
export function textsAt(value: unknown, pointers: readonly string[]): readonly string[] {
  return pointers.flatMap((pointer) => {
    const found = valuesAt(value, pointer).flatMap(({ value: text }) => (typeof text === 'string' ? [text] : []));
    if (found.length === 0) throw new Error(`the specimen has no text at ${pointer}`);
    return found.filter((text) => text.length >= 6);
  });
}

/** Every text and name in a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* textsIn(member);
  }
}

/** Everything that must never contain a secret: events, spans, metrics. */
export const toldTexts = (bench: Bench): string => [...textsIn([bench.events(), bench.told])].join('\n');

/** The parts of the arguments that only the caller may see. */
export const argumentSecrets = (specimen: Specimen, bench: Bench): readonly string[] => {
  const { first } = bench.asked.one;
  return [JSON.stringify(first), ...textsAt(first, specimen.secrets.arguments)];
};
