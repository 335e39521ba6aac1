import type { Marking } from '../../contract/authority/markings.ts';

/** A signature with its refs written out. */
export interface CheckedSignature {
  readonly schema: { readonly request: unknown; readonly response: unknown };
  /** Markings of the ontology properties that either side reaches. */
  readonly reaches: readonly Marking[];
}
