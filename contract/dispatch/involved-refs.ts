import type { ArtefactKind, Descriptor } from '../artefacts/artefacts.ts';
import type { Involved } from '../authority/suspension.ts';

/** Returns the action kinds, the queues and the systems of record to which the arguments of a call refer. */
export function involvedRefs(resolved: Readonly<Record<string, unknown>>): Involved {
  const all = Object.values(resolved).flat().filter(isDescriptor);
  const named = (kind: ArtefactKind): readonly string[] =>
    all.filter((descriptor) => descriptor.kind === kind).map(({ name }) => name);
  return { kinds: named('ActionKind'), queues: named('Queue'), sors: named('Sor') };
}

const isDescriptor = (value: unknown): value is Descriptor =>
  typeof value === 'object' && value !== null && 'digest' in value && 'kind' in value;
