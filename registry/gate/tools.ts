import type { Tool } from '../../contract/call.ts';
import type { System } from '../../contract/system.ts';
import { pattern } from '../../contract/pattern.ts';
import { tool } from '../../contract/tool.ts';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { aggregate } from '../../patterns/aggregation/aggregate.ts';
import { aggregation, aggregationAthena } from '../../patterns/aggregation/pattern.ts';
import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { classification } from '../../patterns/classification/pattern.ts';
import { composition } from '../../patterns/composition/pattern.ts';
import { conversion } from '../../patterns/conversion/pattern.ts';
import { extraction, extractionModel } from '../../patterns/extraction/pattern.ts';
import { lookupInternal } from '../../patterns/lookup/internal.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { search } from '../../patterns/search/pattern.ts';
import { validation } from '../../patterns/validation/pattern.ts';
import type { GatePorts } from './world.ts';

/** One record, one answer over the same objects, whichever engine reads them: here those that stand. */
const gatedAthena = pattern({
  ...aggregationAthena,
  ports: ['objects'],
  execute: ({ args, settings, call, ports }) => aggregate({ args, settings, call, objects: ports.objects }),
});

/** Every deployed tool function, in this process. Each holds the ports of its class alone. */
export const toolFunctions = (
  system: System,
  { model, corpora, connectors, dispatches, actions, objects }: GatePorts,
): Readonly<Record<string, Tool>> => ({
  [extraction.function]: tool(extraction, system, {}),
  [extractionModel.function]: tool(extractionModel, system, { model }),
  [lookup.function]: tool(lookup, system, { connectors }),
  [lookupInternal.function]: tool(lookupInternal, system, { objects }),
  [validation.function]: tool(validation, system, {}),
  [classification.function]: tool(classification, system, {}),
  [composition.function]: tool(composition, system, {}),
  [aggregation.function]: tool(aggregation, system, { objects }),
  [aggregationAthena.function]: tool(gatedAthena, system, { objects }),
  [conversion.function]: tool(conversion, system, {}),
  [search.function]: tool(search, system, { corpora }),
  [actionStaging.function]: tool(actionStaging, system, { dispatches }),
  [approvalRequest.function]: tool(approvalRequest, system, { actions }),
});
