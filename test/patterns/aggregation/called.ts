import { memoryWorld } from '../../../adapters/memory/world.ts';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { putObject } from '../../../adapters/tables/object-item.ts';
import { objects } from '../../../adapters/tables/objects.ts';
import type { DispatchEvent } from '../../../contract/audit.ts';
import type { OntologyObject } from '../../../contract/rows/objects.ts';
import type { System } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { aggregation } from '../../../patterns/aggregation/pattern.ts';
import { callTo } from '../../support/calls.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { recordOf } from '../../support/tools.ts';
import { definition } from '../../support/definition.ts';
import { policies } from '../../support/policies.ts';
import { settings } from './measured.ts';

/** An aggregation with all clauses of the contract, over the object store in memory. */
export function aggregating(
  all: readonly OntologyObject[],
  { clearances }: { readonly clearances: readonly string[] },
) {
  const record = recordOf(
    'tool.test.aggregate',
    { pattern: 'aggregation', effectClass: 'read-internal' },
    { settings, markings: ['pii.high'] },
  );
  const agents = { 'test-agent': definition([record], { clearances }) };
  const release = releaseOf({ tools: [{ record }], agents, policies });
  const clock = { offset: 0 };
  const now = (): number => Date.now() + clock.offset;
  const world = memoryWorld({ release: release.id, now });
  const system: System = { ...world, library: libraryOf(release), pdp: cedarPdp(), engine: 'engine-1', now };
  const run = tool(aggregation, system, { objects: objects(world.stored, now) });
  const put = async (object: OntologyObject): Promise<void> => {
    const { written } = await world.stored.write(putObject(object));
    if (!written) throw new Error(`${object.id} did not stand so`);
  };
  const ready = Promise.all(all.map(put));
  return {
    clock,
    database: world.stored,
    ask: async (args: unknown) => {
      await ready;
      return run(callTo(record, args));
    },
    events: () =>
      world.stored
        .items('ledger')
        .map((item) => JSON.parse(String(item['event'])) as DispatchEvent & { code?: string }),
  };
}
