import { describe, expect, it } from 'vitest';
import { sizeLimits } from '../../../contract/platform/limits.ts';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo, newKey } from '../../support/calls.ts';
import { pureTool, recordOf } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const pure = recordOf('tool.test.pure', { pattern: 'conversion', effectClass: 'pure' });
const limit = sizeLimits.replayArgumentsBytes;
/** Returns arguments whose canonical JSON has exactly this many bytes. */
const argumentsOf = (bytes: number, letter: string): object => {
  const left = bytes - Buffer.byteLength('{"text":""}');
  const letters = letter.repeat(Math.floor(left / Buffer.byteLength(letter)));
  return { text: letters + 'x'.repeat(left - Buffer.byteLength(letters)) };
};

async function recordedArguments(
  args: object,
  more: { replayable: boolean; key?: string },
): Promise<readonly unknown[]> {
  const world = testWorld([{ record: pure }]);
  const run = tool(
    pureTool(() => 'done'),
    world.system,
    {},
  );
  const runId = await world.openRun({ replayable: more.replayable });
  answered(await run(callTo(pure, args, { runId, ...(more.key === undefined ? {} : { key: more.key }) })));
  for (const { event } of world.stored.items('ledger')) expect(String(event)).not.toContain('secret');
  return world.stored.items('ledger').flatMap((item) => (item['kind'] === 'dispatch' ? [item['arguments']] : []));
}

describe('The recorded arguments of a call', () => {
  it('In a replayable run, the record of a call keeps its arguments, with or without a key, and no event contains them', async () => {
    const args = { text: 'secret' };
    expect(await recordedArguments(args, { replayable: true })).toEqual([JSON.stringify(args)]);
    expect(await recordedArguments(args, { replayable: true, key: newKey() })).toEqual([JSON.stringify(args)]);
  });

  it('In a run that is not replayable, the arguments of a call are not stored', async () => {
    expect(await recordedArguments({ text: 'secret' }, { replayable: false })).toEqual([undefined]);
  });

  it.each(['x', 'ı', '€'])(
    'In a replayable run, arguments are kept up to a size of 64 KB in UTF-8, also if they consist of the letter %s',
    async (letter) => {
      const args = argumentsOf(limit, letter);
      expect(Buffer.byteLength(JSON.stringify(args))).toBe(limit);
      expect(await recordedArguments(args, { replayable: true })).toEqual([JSON.stringify(args)]);
      expect(await recordedArguments(argumentsOf(limit + 1, letter), { replayable: true })).toEqual([undefined]);
    },
  );
});
