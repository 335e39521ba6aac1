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

/** Every pattern: its functions, and what the compiler checks. A new pattern is one more row. */
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

/** The declarations of all functions. */
export const patterns: readonly Declaration[] = gatedFunctions.map(({ declaration }) => declaration);

/** The function that serves a record; undefined if its pattern has none for its class and network. */
export function declarationOf({ pattern, effectClass, network, settings }: ToolFile): Declaration | undefined {
  const fit = patterns.filter(
    (one) =>
      one.name === pattern && one.effectClass === effectClass && (network === undefined || one.network === network),
  );
  const engine: unknown = Object(settings).engine;
  // The settings of the first tell about an engine that does not exist.
  return fit.find((one) => one.engine === engine) ?? fit[0];
}
