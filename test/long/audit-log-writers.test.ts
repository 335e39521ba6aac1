import { describe, expect, it } from 'vitest';
import { heldAfter } from '../audit-log/carrying.ts';

const seeds = Array.from({ length: 100 }, (_, at) => at + 1);

describe('The audit log under many writers', () => {
  it.each(seeds)(
    'If 64 shards of 1,000 events each are copied to the audit log at the same time, twice and with crashes, the log has each event exactly once (seed %i)',
    async (seed) => {
      const { held, expected, opened, checkpoint } = await heldAfter(seed, { shards: 64, events: 1000 });
      expect(held).toEqual(expected);
      expect(opened).toMatchObject({ checkpoint });
    },
  );
});
