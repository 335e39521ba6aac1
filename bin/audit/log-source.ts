import * as z from 'zod';
import { contentClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { kmsClient, kmsSigner } from '../../adapters/aws/kms-signer.ts';
import { s3Log, type RedrivenIndex } from '../../adapters/aws/s3-log.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';
import type { LogObjects } from '../../audit-log/store.ts';
import type { LogCopy } from '../../audit-log/verify.ts';

/** Place of a deployment's audit log. */
export const logPlace = z.object({
  bucket: z.string(),
  /** Id of the KMS key that signs the log's checkpoints. */
  signingKey: z.string(),
  /** Name of the log. It is the first line of each checkpoint and the name in the public key. */
  origin: z.string(),
});
export type LogPlace = z.infer<typeof logPlace>;

/** Audit log of a deployment, with the public key that verifies its checkpoints. */
export interface LogSource {
  readonly log: LogObjects & LogCopy & RedrivenIndex;
  readonly key: NoteKey;
}

/** Opens the audit log in S3 and reads its public key from KMS. @param elsewhere the local cloud; the default is AWS with the caller's credentials */
export async function logSourceAt({ bucket, signingKey, origin }: LogPlace, elsewhere?: Elsewhere): Promise<LogSource> {
  const publicKey = await kmsSigner(kmsClient(elsewhere), () => signingKey).publicKey();
  return { log: s3Log(contentClient(elsewhere), () => bucket), key: { name: origin, publicKey } };
}
