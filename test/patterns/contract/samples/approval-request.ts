import { tool } from '../../../../contract/tool.ts';
import { actionStaging } from '../../../../patterns/action-staging/pattern.ts';
import { approvalRequest } from '../../../../patterns/approval-request/pattern.ts';
import { answered, callTo } from '../../../support/calls.ts';
import { recordOf } from '../../../support/tools.ts';
import { kind, queue, sor } from '../../artefacts.ts';
import { beginning, uuidOf } from '../fixed.ts';
import { artefactOf, closed, sampleOf, type Scene } from '../sample.ts';
import { citedArtefacts, convertRecord, lookupRecord, stagingArtefacts, stagings } from './action-staging.ts';
import { claims } from './lookup.ts';

const stagingRecord = recordOf(
  'tool.reserve.stage',
  { pattern: 'action-staging', effectClass: 'stage' },
  {
    markings: ['pii.high', 'regulated.kvkk'],
    uses: [kind, sor].map(({ id, version }) => `${id}@${version}`),
  },
);

/** Stages two Actions as the caller, and returns the request for the approval of each. */
async function prepare(scene: Scene) {
  const { system, ports, caller, runId } = scene;
  const { first, second } = await stagings(scene);
  const stage = async (args: object, count: number) => {
    const id = uuidOf(count + (caller.name === 'test-agent' ? 21 : 31));
    const common = { at: beginning, deadlineAt: beginning + 24_000, caller, runId, id, key: `key-of-staging-${id}` };
    const { result } = answered(await tool(actionStaging, system, ports)(callTo(stagingRecord, args, common)));
    return (result as { id: string }).id;
  };
  const asked = (id: string) => ({ subject: { kind: 'Action', id }, queue: queue.id });
  return { first: asked(await stage(first, 0)), second: asked(await stage(second, 1)) };
}

export const sample = sampleOf(approvalRequest, {
  idempotency: 'derive(args)',
  signature: {
    request: closed(
      {
        subject: closed({ kind: { type: 'string', const: 'Action' }, id: { $ref: 'platform/RowId' } }),
        queue: { type: 'string', enum: [queue.id] },
        sla: { type: 'string', pattern: '^PT[0-9]{1,6}[HMS]$', maxLength: 32 },
      },
      ['sla'],
    ),
    response: { $ref: 'platform/TaskView' },
  },
  artefacts: (flavour) => [
    artefactOf('Queue', { ...queue, slaSeconds: flavour === 'plain' ? 3600 : 7200 }, ['pii.low']),
    ...stagingArtefacts(flavour),
    ...citedArtefacts,
  ],
  beside: [lookupRecord, convertRecord, stagingRecord],
  ports: (_, flavour) => ({ connectors: claims(flavour) }),
  prepare,
  // These calls name Actions. Only the approval of a decision event reads a dispatch.
  reachedElsewhere: { dispatches: 'test/patterns/approval-request/decision.test.ts' },
  reads: ['pii.medium'],
  secrets: { arguments: [], result: ['/digest'] },
  pins: [`${queue.id}@${queue.version}`],
});
