import { validation } from '../../patterns/validation/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** The row of validations. The compiler adds the version of the ontology, which each trace names. */
export const validationRow: PatternRow = {
  functions: [gatedFunction(validation, validation, () => ({}))],
  ontologyUse: ({ ontologyPin }) => ({ settings: { ontology: ontologyPin } }),
};
