import { describe, expect, it } from 'vitest';
import { canHappenAt, checkFaults, faultKinds } from '../support/journey/one-fault.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const plane = virtualWorld();

describe('The claim’s steps with one failed call of a table', () => {
  it('If any one call of a table fails during the claim’s steps, every law still holds; each kind of failure is tried at some of the calls', async () => {
    const tried = new Set<string>();
    // `npm run test:long` tries every fault at every call.
    await checkFaults(plane, (call, before) => {
      const possible = faultKinds.filter((kind) => canHappenAt(kind, call));
      // Some faults at the read after a Decision delay the journey, and the laws say that no other fault does.
      if (before?.tables.includes('decisions') === true) return possible;
      const chosen = possible.slice(call.index % possible.length).slice(0, 1);
      for (const kind of chosen) tried.add(kind);
      return chosen;
    });
    expect(tried).toEqual(new Set(faultKinds));
  });
});
