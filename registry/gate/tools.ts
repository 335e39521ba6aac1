import type { Tool } from '../../contract/call.ts';
import type { Ports, System } from '../../contract/ports.ts';
import { tool } from '../../contract/tool.ts';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { aggregation } from '../../patterns/aggregation/pattern.ts';
import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { classification } from '../../patterns/classification/pattern.ts';
import { composition } from '../../patterns/composition/pattern.ts';
import { conversion } from '../../patterns/conversion/pattern.ts';
import { extraction, extractionModel } from '../../patterns/extraction/pattern.ts';
import { lookupInternal } from '../../patterns/lookup/internal.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { search } from '../../patterns/search/pattern.ts';
import { validation } from '../../patterns/validation/pattern.ts';

/** Every deployed tool function, in this process. Each holds the ports of its class alone. */
export const toolFunctions = (
  system: System,
  { model, corpora, connectors, dispatches, actions, objects }: Ports,
): Readonly<Record<string, Tool>> => ({
  [extraction.function]: tool(extraction, system, {}),
  [extractionModel.function]: tool(extractionModel, system, { model }),
  [lookup.function]: tool(lookup, system, { connectors }),
  [lookupInternal.function]: tool(lookupInternal, system, { objects }),
  [validation.function]: tool(validation, system, {}),
  [classification.function]: tool(classification, system, {}),
  [composition.function]: tool(composition, system, {}),
  [aggregation.function]: tool(aggregation, system, { objects }),
  [conversion.function]: tool(conversion, system, {}),
  [search.function]: tool(search, system, { corpora }),
  [actionStaging.function]: tool(actionStaging, system, { dispatches }),
  [approvalRequest.function]: tool(approvalRequest, system, { actions }),
});
