import type { Marking } from '../../contract/authority/markings.ts';

/** A signature in which each `$ref` is replaced by its schema. */
export interface CheckedSignature {
  readonly schema: { readonly request: unknown; readonly response: unknown };
  /** Markings of the ontology properties in the request or response. */
  readonly reaches: readonly Marking[];
}
