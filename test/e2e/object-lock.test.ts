import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectLockConfigurationCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, expect, inject, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { contentClient } from '../../adapters/aws/client.ts';
import { s3Log } from '../../adapters/aws/s3-log.ts';
import { append } from '../../audit-log/append.ts';
import { seal } from '../../audit-log/seal.ts';
import { verifyLog } from '../../audit-log/verify.ts';
import { memorySigner, origin, sealingOver, shardRecords } from '../audit-log/memory-log.ts';

const Bucket = `object-lock-${randomUUID()}`;
const { endpoint, region, credentials } = inject('deployment').demo;
const client = contentClient({ endpoint, region, credentials });

beforeAll(async () => {
  await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
  const DefaultRetention = { Mode: 'GOVERNANCE', Days: 1 } as const;
  const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention } } as const;
  await client.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }));
});

it('In a bucket under S3 Object Lock the log is written, sealed and verified, and no version of an object can be deleted', async () => {
  const log = s3Log(client, () => Bucket);
  const signer = memorySigner();
  const sealing = sealingOver(new MemoryDatabase(), log, signer);
  const records = shardRecords('shardId-0', 400);
  for (const size of [300, 400]) {
    await append({ rows: sealing.rows, objects: log }, 'shardId-0', records.slice(0, size));
    expect(await seal(sealing)).toBe(size);
  }
  // Another writer of the same path changes nothing: the first object stays.
  await log.put('tile/entries/000', Buffer.from('forged'));
  const key = { name: origin, publicKey: await signer.publicKey() };
  expect(await verifyLog(log, { key })).toEqual({ size: 400, entries: 400, checkpoints: 2, problems: [] });

  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  expect(Versions.filter(({ Key }) => Key === 'checkpoint')).toHaveLength(2);
  for (const { Key, VersionId } of Versions)
    await expect(client.send(new DeleteObjectCommand({ Bucket, Key, VersionId })), Key).rejects.toThrow(
      'Access Denied',
    );
});
