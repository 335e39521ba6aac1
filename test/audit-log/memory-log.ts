import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import type { Database } from '../../adapters/tables/database.ts';
import type { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import type { LogCopy } from '../../audit-log/verify.ts';
import type { Sealing } from '../../audit-log/seal.ts';
import type { LogObjects, Signer } from '../../audit-log/store.ts';

export const origin = 'acme.test/audit';

export function memorySigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return {
    publicKey: async () => der.subarray(der.length - 32),
    sign: async (message) => sign(null, message, privateKey),
  };
}

export const sealingOver = (database: Database, objects: LogObjects, signer: Signer): Sealing => ({
  rows: auditLogRows(database),
  objects,
  signer,
  origin,
  now: () => 1_700_000_000_000,
});

/** Opens the objects of a log in memory as a copy of it. */
export const memoryCopy = (objects: MemoryObjects): LogCopy => {
  const sizes = (prefix: string): readonly number[] =>
    [...objects.objects.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => Number(path.slice(prefix.length)))
      .sort((a, b) => a - b);
  return {
    get: (path) => objects.get(path),
    keptCheckpoints: async () => sizes('checkpoints/'),
    keptCosignatures: async () => sizes('cosignatures/'),
  };
};

/** Returns the records of one shard: entries with sequence numbers like those of DynamoDB. */
export const shardRecords = (shard: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    sequence: `${100_000 + at}00000000000000000`,
    writtenAt: new Date(1_700_000_000_000 + at).toISOString(),
    entry: Buffer.from(`${shard}#${at}`),
  }));

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
