import { valuesAt } from '../../../contract/pointers.ts';
import type { Bench } from './bench.ts';
import type { Specimen } from './specimen.ts';

/** The texts at the pointers; none there is an error of the specimen. */
export function textsAt(value: unknown, pointers: readonly string[]): readonly string[] {
  return pointers.flatMap((pointer) => {
    const found = valuesAt(value, pointer).flatMap(({ value: text }) => (typeof text === 'string' ? [text] : []));
    if (found.length === 0) throw new Error(`the specimen has no text at ${pointer}`);
    return found.filter((text) => text.length >= 6);
  });
}

/** Where a secret may never stand: events, spans, metrics. */
export const tellings = (bench: Bench): string => JSON.stringify([bench.events(), bench.told]);

export const argumentSecrets = (specimen: Specimen, bench: Bench): readonly string[] =>
  textsAt(bench.asked.one.first, specimen.secrets.arguments);
