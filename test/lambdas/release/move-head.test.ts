import { expect, it } from 'vitest';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { moveHead } from '../../../lambdas/release/move-head.ts';

it('A deploy puts its release in force and keeps corpora, withdrawals and suspensions', async () => {
  const { headWriter } = memoryWorld();
  const state = {
    release: 'release-1',
    withdrawn: ['tool.a@1.0.0'],
    suspended: ['tool.b'],
    telemetryKey: 'key',
    corpora: { 'corpus.wording': `snap-${'0'.repeat(64)}` },
  };
  await headWriter.write(state, 0);
  expect(await moveHead(headWriter, 'release-2')).toEqual({ release: 'release-2', moved: true });
  expect((await headWriter.read()).state).toEqual({ ...state, release: 'release-2' });
});
