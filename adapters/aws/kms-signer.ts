import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { rawPublicKey } from '../../audit-log/signed-note.ts';
import type { Signer } from '../../audit-log/store.ts';
import { Failure } from '../../contract/failures.ts';
import { clientLimits, type Elsewhere } from './client.ts';

export const kmsClient = (elsewhere?: Elsewhere): KMSClient => new KMSClient({ ...clientLimits, ...elsewhere });

/**
 * Signs with an Ed25519 key of KMS (`ECC_NIST_EDWARDS25519`).
 * @param keyId returns the key's id; it is called when a key is needed
 */
export function kmsSigner(client: KMSClient, keyId: () => string): Signer {
  let publicKey: Promise<Uint8Array> | undefined;
  const read = async (): Promise<Uint8Array> => {
    const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId() }));
    const raw = PublicKey && rawPublicKey(PublicKey);
    if (raw === undefined) throw new Failure('internal', 'the key that signs the audit log is not an Ed25519 key');
    return raw;
  };
  return {
    publicKey() {
      publicKey ??= read().catch((error: unknown) => {
        publicKey = undefined;
        throw error;
      });
      return publicKey;
    },
    async sign(message) {
      const { Signature } = await client.send(
        new SignCommand({ KeyId: keyId(), Message: message, MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' }),
      );
      if (Signature?.length !== 64)
        throw new Failure('dependency.unavailable', 'KMS did not return a signature of 64 bytes');
      return Signature;
    },
  };
}
