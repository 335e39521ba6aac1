import type { Notation, PropertyType } from '../../../contract/artefacts/extractor.ts';

/** What is looked for. */
export interface Wanted {
  readonly type: PropertyType;
  readonly notations: readonly Notation[];
  /** Labels of all properties of the extractor: where another field begins, a value ends. */
  readonly labels: readonly string[];
}
