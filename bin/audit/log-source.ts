import * as z from 'zod';
import { contentClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { kmsClient, kmsSigner } from '../../adapters/aws/kms-signer.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';
import type { LogCopy } from '../../audit-log/verify.ts';

/** Where a deployment's audit log is. */
export const logPlace = z.object({
  bucket: z.string(),
  /** Id of the key that signs its checkpoints. */
  signingKey: z.string(),
  /** The log's name: the first line of its checkpoints, and the name of its key. */
  origin: z.string(),
});
export type LogPlace = z.infer<typeof logPlace>;

/** A deployment's audit log, and the public key that its checkpoints are signed with. */
export interface LogSource {
  readonly log: LogCopy;
  readonly key: NoteKey;
}

/** Asks KMS for the public key. By the caller's own credentials; `elsewhere` is a local cloud. */
export async function logSourceAt({ bucket, signingKey, origin }: LogPlace, elsewhere?: Elsewhere): Promise<LogSource> {
  const publicKey = await kmsSigner(kmsClient(elsewhere), () => signingKey).publicKey();
  return { log: s3Log(contentClient(elsewhere), () => bucket), key: { name: origin, publicKey } };
}
