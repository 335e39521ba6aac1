import type { Notation } from '../../../contract/artefacts/extractor.ts';
import type { SettledType } from '../values/settled.ts';

/** The value that a finder looks for. */
export interface Wanted {
  readonly type: SettledType;
  readonly notations: readonly Notation[];
  /** The labels of all properties of the extractor. A value ends where another label begins. */
  readonly labels: readonly string[];
}
