import { noteShards, type Probing } from '../../audit-log/probe.ts';
import { seal, type Sealing } from '../../audit-log/seal.ts';

/**
 * Notes how far the stream's shards are in the log, then seals the log. It is called once a minute. If a call fails, the
 * next one continues where the log is sealed. If the stream cannot be read, the log is sealed all the same, and then
 * the call fails.
 */
export const noteAndSeal = (sealing: Sealing & Probing) => async (): Promise<{ readonly size: number }> => {
  const noted = await noteShards(sealing).then(
    () => ({ failed: false }) as const,
    (error: unknown) => ({ failed: true, error }) as const,
  );
  const size = await seal(sealing);
  if (noted.failed) throw noted.error;
  return { size };
};
