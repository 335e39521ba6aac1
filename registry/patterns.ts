import type { PatternName } from '../contract/artefacts/tool-version.ts';
import { actionStagingRow } from './checks/action-staging.ts';
import { aggregationRow } from './checks/aggregation.ts';
import { approvalRequestRow } from './checks/approval-request.ts';
import { classificationRow } from './checks/classification.ts';
import { compositionRow } from './checks/composition.ts';
import { conversionRow } from './checks/conversion.ts';
import { extractionRow } from './checks/extraction.ts';
import { lookupRow } from './checks/lookup.ts';
import { searchRow } from './checks/search.ts';
import { validationRow } from './checks/validation.ts';
import type { Declaration, PatternRow } from './pattern-row.ts';
import type { ToolFile } from './tenant/schemas/tool-file.ts';

/** The row of every pattern: its functions, and the checks of the compiler. A new pattern needs one more row. */
export const patternRows: { readonly [Name in PatternName]: PatternRow } = {
  extraction: extractionRow,
  lookup: lookupRow,
  validation: validationRow,
  classification: classificationRow,
  composition: compositionRow,
  aggregation: aggregationRow,
  conversion: conversionRow,
  search: searchRow,
  'action-staging': actionStagingRow,
  'approval-request': approvalRequestRow,
};

/** Every function of every pattern. */
export const gatedFunctions = Object.values(patternRows).flatMap(({ functions }) => functions);

/** The declaration of every function. */
export const patterns: readonly Declaration[] = gatedFunctions.map(({ declaration }) => declaration);

/**
 * Returns the declaration of the function that serves a record. Undefined if its pattern has none for this effect class
 * and network.
 */
export function declarationOf({ pattern, effectClass, network, settings }: ToolFile): Declaration | undefined {
  const fit = patterns.filter(
    (one) =>
      one.name === pattern && one.effectClass === effectClass && (network === undefined || one.network === network),
  );
  const engine: unknown = Object(settings).engine;
  // If no function has the engine in the settings, the first function is returned. The check of the settings against
  // its schema then reports the engine.
  return fit.find((one) => one.engine === engine) ?? fit[0];
}
