import { noteShards, type Probing } from '../../audit-log/probe.ts';
import { seal, type Sealing } from '../../audit-log/seal.ts';
import { askWitness, type Witness } from '../../audit-log/witness.ts';

export interface Witnessing {
  /** @default no witness is configured */
  readonly witness?: Witness | undefined;
  /** Logs and counts that the witness did not answer or did not cosign. An alarm watches the count. */
  readonly notCosigned: (error: unknown) => void;
}

/**
 * Notes up to which record each shard of the ledger's stream has been copied to the log, then seals the log. It is
 * called once a minute. If a call fails, the next one continues where the log is sealed. If the stream cannot be read,
 * the log is sealed all the same, and then the call fails. A witness that does not answer or does not cosign never
 * stops the sealing: the next call asks again.
 */
export const noteAndSeal =
  (sealing: Sealing & Probing & Witnessing) => async (): Promise<{ readonly size: number }> => {
    const noted = await noteShards(sealing).then(
      () => ({ failed: false }) as const,
      (error: unknown) => ({ failed: true, error }) as const,
    );
    const size = await seal(sealing);
    const { witness, notCosigned } = sealing;
    if (witness) await askWitness(sealing, witness).catch(notCosigned);
    if (noted.failed) throw noted.error;
    return { size };
  };
