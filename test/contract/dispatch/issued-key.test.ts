import { describe, expect, it } from 'vitest';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo } from '../../support/calls.ts';
import { recordOf, stagingTool } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });

describe('A stage call without a key', () => {
  async function staged() {
    const world = testWorld([{ record: staging }]);
    const run = tool(stagingTool(), world.system, { dispatches: world.dispatches });
    const runId = await world.openRun();
    const ask = async (args: object, more: object = {}) =>
      answered(await run(callTo(staging, args, { runId, ...more })));
    return { world, ask };
  }

  it('A stage call without a key gets a key made from run and arguments: an equal call finds the same Action, and a different call stages another Action', async () => {
    const { world, ask } = await staged();
    const first = await ask({});
    expect(await ask({})).toMatchObject({ result: first.result, replayed: true });
    const other = await world.openRun();
    expect((await ask({}, { runId: other })).result).not.toEqual(first.result);
    expect(world.stored.items('actions')).toHaveLength(2);
  });

  it('A stage call that sends the issued key finds the same Action', async () => {
    const { world, ask } = await staged();
    const first = await ask({});
    const row = JSON.parse(String(world.stored.items('actions')[0]?.['row'])) as { idempotencyKey: string };
    expect(row.idempotencyKey).toMatch(/^args:[0-9a-f]{64}$/);
    expect(await ask({}, { key: row.idempotencyKey })).toMatchObject({ result: first.result, replayed: true });
  });
});
