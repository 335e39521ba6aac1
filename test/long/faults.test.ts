import { describe, expect, it } from 'vitest';
import { canHappenAt, checkFaults, faultKinds } from '../support/journey/one-fault.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const plane = virtualWorld();

describe('The claim’s steps with one failed call of a table', () => {
  it('If any one call of a table fails during the claim’s steps, every law still holds; each possible kind of failure is tried at each call', async () => {
    const injected = await checkFaults(plane, (call) => faultKinds.filter((kind) => canHappenAt(kind, call)));
    expect(injected).toBeGreaterThan(400);
  });
});
