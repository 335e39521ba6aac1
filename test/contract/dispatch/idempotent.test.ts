import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../contract/call.ts';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { pureTool, readingTool, recordOf, stagingTool } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const pure = recordOf('tool.test.pure', { pattern: 'conversion', effectClass: 'pure' });
const reading = recordOf('tool.test.read', { pattern: 'lookup', effectClass: 'read-external' });
const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });
const derived = recordOf(
  'tool.test.stage',
  { pattern: 'action-staging', effectClass: 'stage' },
  {
    idempotency: { key: 'derive(args)', ttlSeconds: 86_400 },
  },
);

async function stagingWorld(options: Parameters<typeof stagingTool>[0] = {}, record = staging) {
  const world = testWorld([{ record }]);
  const run: Tool = tool(stagingTool(options), world.system, { dispatches: world.dispatches });
  return { world, run, runId: await world.openRun() };
}
const actions = (world: Awaited<ReturnType<typeof stagingWorld>>['world']) =>
  world.stored.items('actions').filter(({ pk }) => String(pk).startsWith('act-'));

describe('A call with a key', () => {
  it('C3: A call that repeats a key with other arguments is refused, however old the key is, even after the end of its run', async () => {
    const { world, run, runId } = await stagingWorld();
    const key = newKey();
    await run(callTo(staging, { amount: '1000' }, { key, runId }));
    world.clock.offset = 400 * 24 * 3_600_000;
    const later = await world.openRun();
    const at = Date.now() + world.clock.offset;
    expect(refusedWith(await run(callTo(staging, { amount: '90000' }, { key, runId: later, at })))).toBe('key.reused');
  });

  it.each([3, 50])(
    'C2: If %i equal calls arrive at once, they have one effect, and all get the same bytes',
    async (count) => {
      const { world, run, runId } = await stagingWorld();
      const key = newKey();
      const outcomes = await Promise.all(
        Array.from({ length: count }, () => run(callTo(staging, { amount: '10' }, { key, runId }))),
      );
      const bodies = new Set(outcomes.map((outcome) => answered(outcome).body));
      expect(bodies.size).toBe(1);
      expect(outcomes.filter((outcome) => !answered(outcome).replayed)).toHaveLength(1);
      expect(actions(world)).toHaveLength(1);
      expect(world.events().filter(({ kind }) => kind === 'dispatch')).toHaveLength(count);
    },
  );

  it('C3: If fifty calls arrive at once with one key and two amounts, one amount is recorded and the calls with the other are refused', async () => {
    const { world, run, runId } = await stagingWorld();
    const key = newKey();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => run(callTo(staging, { amount: String(i % 2) }, { key, runId }))),
    );
    expect(outcomes.filter((outcome) => refusedWith(outcome) === 'key.reused')).toHaveLength(25);
    expect(actions(world)).toHaveLength(1);
  });

  it('C1: If the tool changes its arguments while it runs, a retry still counts as the same call', async () => {
    const { world, run, runId } = await stagingWorld({
      before: (args) => {
        args['amount'] = 'changed';
        args['more'] = 1;
      },
    });
    const key = newKey();
    const first = answered(await run(callTo(staging, { amount: '10' }, { key, runId })));
    expect(answered(await run(callTo(staging, { amount: '10' }, { key, runId }))).body).toBe(first.body);
    expect(actions(world)).toHaveLength(1);
  });

  it.each([
    ['undefined', undefined],
    ['a member that is undefined', { a: undefined }],
    ['NaN', { a: Number.NaN }],
    ['a Date', { at: new Date(0) }],
    ['2**60', { n: 2 ** 60 }],
    ['-0', { n: -0 }],
    ['a text just over 5 MB', { text: 'x'.repeat(5 * 1024 * 1024) }],
    ['a text that is over 6 MB with its quotes escaped', { text: '"'.repeat(2 * 1024 * 1024) }],
  ])('C5: If the result is %s, the call is refused before any effect, and so is its retry', async (_, value) => {
    const { world, run, runId } = await stagingWorld({ result: () => value });
    const key = newKey();
    for (let i = 0; i < 2; i++) {
      expect(['result.invalid', 'result.too_large']).toContain(
        refusedWith(await run(callTo(staging, { amount: '10' }, { key, runId }))),
      );
    }
    expect(actions(world)).toHaveLength(0);
  });

  it.each([null, false, 0, ''])(
    'C6: If the result of a read is %j, a retry gets a replay, and the source is not read again',
    async (value) => {
      let reads = 0;
      const world = testWorld([{ record: reading }]);
      const run = tool(
        readingTool(() => {
          reads++;
          return value;
        }),
        world.system,
        world,
      );
      const key = newKey();
      const first = answered(await run(callTo(reading, {}, { key })));
      const second = answered(await run(callTo(reading, {}, { key })));
      expect(second.body).toBe(first.body);
      expect([second.replayed, second.result, reads]).toEqual([true, value, 1]);
    },
  );

  it('A call with a key gets its recorded answer even if the source has changed since', async () => {
    let broken = false;
    const { run, runId } = await stagingWorld({
      before: () => {
        if (broken) throw new Error('the basis is too old now');
      },
    });
    const key = newKey();
    const first = answered(await run(callTo(staging, { amount: '10' }, { key, runId })));
    broken = true;
    expect(answered(await run(callTo(staging, { amount: '10' }, { key, runId }))).body).toBe(first.body);
    expect(refusedWith(await run(callTo(staging, { amount: '11' }, { key, runId })))).toBe('key.reused');
  });

  it('A call with the same key and arguments counts as another call if the major version of the tool is another', async () => {
    const next = recordOf(staging.id, { pattern: 'action-staging', effectClass: 'stage' }, { version: '2.0.0' });
    const world = testWorld([{ record: staging }, { record: next }], {
      definition: { tools: { [staging.id]: '2.0.0' } },
    });
    const one = testWorld([{ record: staging }]);
    const runId = await world.openRun();
    const oneRun = await one.openRun();
    const key = newKey();
    const pinnedToOne = tool(stagingTool(), { ...one.system, ledger: world.ledger }, { dispatches: world.dispatches });
    const pinnedToTwo = tool(stagingTool(), world.system, { dispatches: world.dispatches });
    answered(await pinnedToOne(callTo(staging, { amount: '1' }, { key, runId: oneRun })));
    expect(refusedWith(await pinnedToTwo(callTo(staging, { amount: '1' }, { key, runId })))).toBe('key.reused');
    expect(actions(world)).toHaveLength(1);
  });

  it('A call with the same key and arguments counts as another call if its purpose is another', async () => {
    const record = recordOf(
      'tool.test.stage',
      { pattern: 'action-staging', effectClass: 'stage' },
      { purposes: ['testing', 'billing'] },
    );
    const world = testWorld([{ record }], { definition: { purposes: ['testing', 'billing'] } });
    const run = tool(stagingTool(), world.system, { dispatches: world.dispatches });
    const key = newKey();
    const one = await world.openRun();
    const two = await world.openRun({ purpose: 'billing' });
    answered(await run(callTo(record, {}, { key, runId: one })));
    expect(refusedWith(await run(callTo(record, {}, { key, runId: two, purpose: 'billing' })))).toBe('key.reused');
  });
});

describe('A call with a key and without ports', () => {
  const asked = async (second: (args: object) => unknown, more: { engine?: string } = {}) => {
    const world = testWorld([{ record: pure }]);
    const key = newKey();
    const first = tool(
      pureTool(() => 'the result'),
      world.system,
      {},
    );
    const one = answered(await first(callTo(pure, { n: 1 }, { key })));
    const again = tool(pureTool(second), { ...world.system, ...more }, {});
    return { world, one, two: await again(callTo(pure, { n: 1 }, { key })) };
  };

  it('The record of a call without ports does not keep the result: on a retry, the same or a newer engine computes the same bytes again', async () => {
    for (const more of [{}, { engine: 'engine-2' }]) {
      const { world, one, two } = await asked(() => 'the result', more);
      expect([answered(two).body, answered(two).replayed]).toEqual([one.body, true]);
      expect(JSON.stringify(world.stored.items('ledger'))).not.toContain('the result');
    }
  });

  it('If the retry of a call without ports computes other bytes than the same engine recorded, it fails with replay.diverged', async () => {
    const { two } = await asked(() => 'another');
    expect(refusedWith(two)).toBe('replay.diverged');
  });

  it('If a newer engine computes another result for a recorded key, the call is refused with key.reused, not with replay.diverged', async () => {
    const { world, two } = await asked(() => 'another', { engine: 'engine-2' });
    expect(refusedWith(two)).toBe('key.reused');
    expect(world.events().map((event) => event.kind === 'dispatch' && event.outcome)).toEqual(['answered', 'refused']);
  });

  it('If a newer pinned version of the tool computes another result for a recorded key, the call is refused with key.reused, not with replay.diverged', async () => {
    const newer = recordOf(pure.id, { pattern: 'conversion', effectClass: 'pure' }, { version: '1.1.0' });
    const [before, after] = [testWorld([{ record: pure }]), testWorld([{ record: newer }])];
    const key = newKey();
    const one = tool(
      pureTool(() => 'as it was'),
      before.system,
      {},
    );
    const two = tool(
      pureTool(() => 'as it is'),
      { ...after.system, ledger: before.system.ledger },
      {},
    );
    answered(await one(callTo(pure, { n: 1 }, { key })));
    expect(refusedWith(await two(callTo(newer, { n: 1 }, { key })))).toBe('key.reused');
  });

  it('If a call without ports fails on its retry, the caller gets the failure, because the record does not keep the result', async () => {
    const { two } = await asked(() => ({ amount: Number.NaN }));
    expect(refusedWith(two)).toBe('result.invalid');
  });
});

describe('A call without a key', () => {
  it('C31: A pure call without a key under a newer engine gets a new record, and does not fail with replay.diverged', async () => {
    const world = testWorld([{ record: pure }]);
    const before = tool(
      pureTool(() => 'before the fix'),
      world.system,
      {},
    );
    const after = tool(
      pureTool(() => 'after the fix'),
      { ...world.system, engine: 'engine-2' },
      {},
    );
    answered(await before(callTo(pure, { n: 1 })));
    const second = answered(await after(callTo(pure, { n: 1 })));
    expect([second.result, second.replayed]).toEqual(['after the fix', false]);
    expect(world.events()).toHaveLength(2);
  });

  it('A pure call without a key fails with replay.diverged if it computes other bytes than were recorded', async () => {
    let n = 0;
    const world = testWorld([{ record: pure }]);
    const run = tool(
      pureTool(() => ++n),
      world.system,
      {},
    );
    answered(await run(callTo(pure, {})));
    expect(refusedWith(await run(callTo(pure, {})))).toBe('replay.diverged');
  });

  it('If the registry record says derive(args), a call with an effect gets a key made from run and arguments', async () => {
    const { world, run, runId } = await stagingWorld({}, derived);
    const first = answered(await run(callTo(derived, { amount: '10' }, { runId })));
    expect(answered(await run(callTo(derived, { amount: '10' }, { runId }))).body).toBe(first.body);
    answered(await run(callTo(derived, { amount: '11' }, { runId })));
    answered(await run(callTo(derived, { amount: '10' }, { runId: await world.openRun() })));
    expect(actions(world)).toHaveLength(3);
  });
});

describe('The scope of a key', () => {
  it('If a key is used in two runs, two reads are two calls, but two stage calls find one Action', async () => {
    let reads = 0;
    const world = testWorld([{ record: reading }]);
    const read = tool(
      readingTool(() => ++reads),
      world.system,
      world,
    );
    const key = newKey();
    await read(callTo(reading, {}, { key, runId: await world.openRun() }));
    await read(callTo(reading, {}, { key, runId: await world.openRun() }));
    expect(reads).toBe(2);

    const staged = await stagingWorld();
    const first = answered(await staged.run(callTo(staging, {}, { key, runId: staged.runId })));
    const second = answered(await staged.run(callTo(staging, {}, { key, runId: await staged.world.openRun() })));
    expect(second.body).toBe(first.body);
  });
});
