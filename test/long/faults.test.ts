import { describe, expect, it } from 'vitest';
import { canHappenAt, checkFaults, faultKinds } from '../support/journey/one-fault.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const plane = virtualWorld();

describe('The journey with one failed table call', () => {
  it('If any one table call of the journey fails, every law still holds, with each possible kind of failure tried at each call', async () => {
    const injected = await checkFaults(plane, (call) => faultKinds.filter((kind) => canHappenAt(kind, call)));
    expect(injected).toBeGreaterThan(400);
  });
});
