import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { behaviours } from '../support/simulated-sor.ts';
import { replayed } from '../support/replayed.ts';

/**
 * The inputs that the functions of each version got from their state machines, and the next states that they answered. Each
 * recording has all calls of one Action, the vote, and the faults of its SoR. The recordings of the version `one machine` are
 * from histories of the local cloud; the others are from executions in memory, with the code of their version.
 */
const recordings = z
  .array(
    z.object({
      version: z.string(),
      story: z.string(),
      vote: z.object({ atSeconds: z.number(), decision: z.enum(['grant', 'deny']) }).optional(),
      dueAfterSeconds: z.number().optional(),
      behaviours: z.array(z.enum(behaviours)),
      end: z.enum(['committed', 'denied', 'expired']),
      actionId: z.string(),
      calls: z.array(
        z.object({
          atSeconds: z.number(),
          function: z.enum(['ApprovalVerify', 'ApprovalWait', 'ApprovalExpire', 'CommitSend', 'CommitReconcile']),
          input: z.looseObject({ token: z.string().optional() }),
          next: z.string().optional(),
        }),
      ),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('before/recorded.json', import.meta.url), 'utf8')));

describe('The recorded inputs of an earlier version', () => {
  it.each(recordings.map((one) => [`${one.version}, ${one.story}`, one] as const))(
    'The present functions take the recorded inputs of an execution, answer each with the recorded next state, and end its Action once: %s',
    async (_name, recording) => {
      const { plane, sor, nexts, resumed } = await replayed(recording);
      expect(nexts).toEqual(recording.calls.map(({ next }) => next));
      expect([(await plane.action()).state, plane.decisions().length]).toEqual([recording.end, 1]);
      expect(sor.applied).toEqual(recording.end === 'committed' ? [recording.actionId] : []);
      const tokens = recording.calls.flatMap(({ input }) => input.token ?? []);
      expect(resumed).toEqual(recording.vote === undefined ? [] : tokens);
    },
  );

  it('Every function of the state machines is in the recordings of each version', () => {
    const called = (version: string): ReadonlySet<string> =>
      new Set(recordings.flatMap((one) => (one.version === version ? one.calls : [])).map((call) => call.function));
    const versions = [...new Set(recordings.map(({ version }) => version))];
    expect(versions.map((version) => called(version).size)).toEqual(versions.map(() => 5));
  });
});
