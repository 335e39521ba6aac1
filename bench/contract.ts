import { tool } from '../contract/tool.ts';
import { answered, callTo } from '../test/support/calls.ts';
import { pureTool, recordOf } from '../test/support/tools.ts';
import { testWorld } from '../test/support/world.ts';
import { figure, type Area } from './figure.ts';
import { median, timed } from './timing.ts';

const calls = 2000;
const kilobytes = 10;

/** Area: all clauses and the record, around a tool that returns its arguments. */
export const contract: Area = {
  name: 'contract',
  async measure() {
    const record = recordOf('tool.bench', { pattern: 'conversion', effectClass: 'pure' });
    const { system } = testWorld([{ record }]);
    const run = tool(
      pureTool((args) => args),
      system,
      {},
    );
    const lines = Array.from(
      { length: (kilobytes * 1024) / 64 },
      (_, i) => `${String(i).padStart(5, '0')} ${'x'.repeat(54)}`,
    );
    const call = async (i: number): Promise<void> => {
      answered(await run(callTo(record, { lines, turn: i })));
    };
    await timed(200, (i) => call(-1 - i));
    const millis = await timed(calls, call);
    return [
      figure('contract.p50.10kb', median(millis), {
        unit: 'ms',
        goal: 0.5,
        leavesOut: 'API Gateway, DynamoDB and the tool itself',
      }),
    ];
  },
};
