import { validation } from '../../patterns/validation/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** The trace of a validation names the version of the ontology. */
export const validationRow: PatternRow = {
  functions: [gatedFunction(validation, validation, () => ({}))],
  ontologyUse: ({ ontologyPin }) => ({ settings: { ontology: ontologyPin } }),
};
