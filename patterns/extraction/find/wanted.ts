import type { Notation } from '../../../contract/artefacts/extractor.ts';
import type { SettledType } from '../values/settled.ts';

/** What is looked for. */
export interface Wanted {
  readonly type: SettledType;
  readonly notations: readonly Notation[];
  /** Labels of all properties of the extractor: where another field begins, a value ends. */
  readonly labels: readonly string[];
}
