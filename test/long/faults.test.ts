import { describe, expect, it } from 'vitest';
import { canHappenAt, checkFaults, faultKinds } from '../support/journey/one-fault.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const plane = virtualWorld();

describe('The journey with any failed table call', () => {
  it('If any one table call of the journey fails in any way, the journey still keeps every law', async () => {
    const injected = await checkFaults(plane, (call) => faultKinds.filter((kind) => canHappenAt(kind, call)));
    expect(injected).toBeGreaterThan(400);
  });
});
