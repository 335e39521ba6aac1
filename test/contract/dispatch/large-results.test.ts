import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../contract/values/canonical.ts';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { pureTool, readingTool, recordOf, stagingTool } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const reading = recordOf('tool.test.read', { pattern: 'lookup', effectClass: 'read-external' });
const pure = recordOf('tool.test.compute', { pattern: 'conversion', effectClass: 'pure' });
const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });

/** Returns a JSON text of this many bytes, of which two are its quotes. */
const text = (bytes: number): string => 'x'.repeat(bytes - 2);
const inRecord = 300 * 1024;

function readingWorld(value: () => unknown) {
  const world = testWorld([{ record: reading }]);
  let reads = 0;
  const run = tool(
    readingTool(() => {
      reads++;
      return value();
    }),
    world.system,
    world,
  );
  return { ...world, run, reads: () => reads };
}

describe('A result that does not fit into its record', () => {
  it('A result of up to 300 KB is stored in its record; a larger one is stored in the content store under its hash', async () => {
    const small = readingWorld(() => text(inRecord));
    await small.run(callTo(reading, {}, { key: newKey() }));
    expect(small.content.requests).toEqual([]);

    const { run, content, stored } = readingWorld(() => text(inRecord + 1));
    const first = answered(await run(callTo(reading, {}, { key: newKey() })));
    expect(content.names('results')).toEqual([first.receipt.resultHash]);
    const [item] = stored.items('ledger');
    expect(item).not.toHaveProperty('result');
    expect(JSON.stringify(item).length).toBeLessThan(4096);
  });

  it('A large result is replayed with the same bytes, and the source is not read again', async () => {
    const { run, reads } = readingWorld(() => `${text(inRecord * 2)} ığüş 😀`);
    const key = newKey();
    const first = answered(await run(callTo(reading, {}, { key })));
    const again = answered(await run(callTo(reading, {}, { key })));
    expect([again.body, again.replayed, reads()]).toEqual([first.body, true, 1]);
  });

  it('A large result is stored before its record: if that fails, nothing is recorded, and the key can be used again', async () => {
    const { run, content, stored, reads } = readingWorld(() => text(inRecord * 2));
    const key = newKey();
    content.away = true;
    expect(refusedWith(await run(callTo(reading, {}, { key })))).toBe('dependency.unavailable');
    expect(stored.items('ledger').filter((item) => 'fingerprint' in item)).toEqual([]);
    content.away = false;
    answered(await run(callTo(reading, {}, { key })));
    expect(reads()).toBe(2);
  });

  it.each([
    ['other bytes are under its hash', Buffer.from('"other"')],
    ['one of its bytes was changed', Buffer.from(JSON.stringify(text(inRecord * 2)).replace('x', 'y'))],
  ])('A large result is never answered if %s in the content store', async (_, bytes) => {
    const { run, content } = readingWorld(() => text(inRecord * 2));
    const key = newKey();
    const { receipt } = answered(await run(callTo(reading, {}, { key })));
    content.tamper('results', receipt.resultHash, bytes);
    expect(refusedWith(await run(callTo(reading, {}, { key })))).toBe('replay.diverged');
  });

  it('If fifty equal calls arrive at once, their large result is stored once, and all of them get it', async () => {
    const { run, content, stored } = readingWorld(() => text(inRecord * 2));
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 50 }, () => run(callTo(reading, {}, { key }))));
    expect(new Set(all.map((one) => answered(one).body)).size).toBe(1);
    expect(content.names('results')).toHaveLength(1);
    expect(stored.items('ledger').filter((item) => 'fingerprint' in item)).toHaveLength(1);
  });

  it('If a call does not keep its result, a large result is not stored, and a replay computes it again', async () => {
    const world = testWorld([{ record: pure }]);
    const run = tool(
      pureTool(() => text(inRecord * 2)),
      world.system,
      {},
    );
    const first = answered(await run(callTo(pure, {})));
    expect(answered(await run(callTo(pure, {}))).body).toBe(first.body);
    expect(world.content.requests).toEqual([]);
  });

  it('A large result is read from the content store only after the PDP has allowed the call that cites its event', async () => {
    const world = testWorld([{ record: reading }, { record: staging }]);
    const read = tool(
      readingTool(() => text(inRecord * 2)),
      world.system,
      world,
    );
    const runId = await world.openRun();
    const { receipt } = answered(await read(callTo(reading, {}, { key: newKey(), runId })));
    world.content.requests.length = 0;

    const cited: unknown[] = [];
    const stage = tool(stagingTool({ before: (_, refs) => cited.push(refs) }), world.system, world);
    const denied = await stage(callTo(staging, { basis: receipt.eventId }, { key: newKey(), runId, purpose: 'other' }));
    expect(refusedWith(denied)).not.toBe('answered');
    expect(world.content.requests).toEqual([]);

    answered(await stage(callTo(staging, { basis: receipt.eventId }, { key: newKey(), runId })));
    expect(world.content.requests).toEqual(['get results']);
    const [refs] = cited as { cited: { result: string }[] }[];
    expect(sha256(refs?.cited[0]?.result ?? '')).toBe(receipt.resultHash);
  });
});

describe('The size of exceptions', () => {
  it('Exceptions of more than 16 KB are refused before anything is recorded', async () => {
    const world = testWorld([{ record: reading }]);
    const shouting = readingTool(() => 'x');
    const run = tool(
      {
        ...shouting,
        execute: async () => ({ result: 1, exceptions: [{ kind: 'test.loud', detail: text(16 * 1024) }] }),
      },
      world.system,
      world,
    );
    expect(refusedWith(await run(callTo(reading, {}, { key: newKey() })))).toBe('result.too_large');
  });
});
