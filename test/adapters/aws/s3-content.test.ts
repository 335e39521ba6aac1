import { CreateBucketCommand, ListObjectVersionsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { contentClient } from '../../../adapters/aws/client.ts';
import { s3Content } from '../../../adapters/aws/s3-content.ts';
import { s3Uploads } from '../../../adapters/aws/s3-uploads.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { localAws } from '../../support/local-aws.ts';

const Bucket = 'content';
localAws('s3-content', async () => {
  const client = contentClient();
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
});

const content = () => s3Content(contentClient(), () => Bucket);
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

describe('The content store on S3', () => {
  it('The content store returns the stored bytes unchanged, and undefined for a name without an object', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256);
    const name = sha256OfBytes(bytes);
    expect(await content().get('results', name)).toBeUndefined();
    await content().put('results', name, bytes);
    expect(Buffer.from((await content().get('results', name)) ?? []).equals(Buffer.from(bytes))).toBe(true);
    expect(await content().get('payloads', name)).toBeUndefined();
  });

  it('If several callers put an object under one name, the first object is kept and only one version exists', async () => {
    const name = sha256OfBytes(bytesOf(newUuid()));
    await content().put('texts', name, bytesOf('first'));
    await Promise.all(Array.from({ length: 5 }, () => content().put('texts', name, bytesOf('second'))));
    expect(Buffer.from((await content().get('texts', name)) ?? []).toString()).toBe('first');
    const { Versions } = await contentClient().send(new ListObjectVersionsCommand({ Bucket, Prefix: `texts/${name}` }));
    expect(Versions).toHaveLength(1);
  });

  it('If the bytes of a source are put again, S3 stores a second version of the object', async () => {
    const name = sha256OfBytes(bytesOf(newUuid()));
    await content().put('sources', name, bytesOf('bytes'));
    await content().putAgain(name, bytesOf('bytes'));
    const found = new ListObjectVersionsCommand({ Bucket, Prefix: `sources/${name}` });
    expect((await contentClient().send(found)).Versions).toHaveLength(2);
  });

  it('If S3 answers with an error, the content store fails with dependency.unavailable and without the error of S3', async () => {
    const nowhere = s3Content(contentClient(), () => 'no-such-bucket');
    const name = sha256OfBytes(bytesOf('x'));
    for (const work of [
      () => nowhere.put('results', name, bytesOf('x')),
      () => nowhere.putAgain(name, bytesOf('x')),
      () => nowhere.get('results', name),
    ]) {
      const failure = await work().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'dependency.unavailable' });
      expect(failure).not.toHaveProperty('cause');
    }
  });
});

describe('An upload URL', () => {
  const announced = (bytes: Uint8Array) => ({
    name: sha256OfBytes(bytes),
    sha256: sha256OfBytes(bytes),
    sizeBytes: bytes.byteLength,
    mediaType: 'text/plain; charset=windows-1254',
  });
  const send = async (upload: { url: string; headers: Readonly<Record<string, string>> }, body: Uint8Array) =>
    (await fetch(upload.url, { method: 'PUT', headers: { ...upload.headers }, body: Buffer.from(body) })).status;

  it('An upload URL accepts the announced bytes, also a second time', async () => {
    const bytes = bytesOf(newUuid());
    const upload = await s3Uploads(contentClient(), () => Bucket)(announced(bytes), 60);
    expect([await send(upload, bytes), await send(upload, bytes)]).toEqual([200, 200]);
    expect(await content().get('sources', sha256OfBytes(bytes))).toEqual(new Uint8Array(bytes));
  });

  it('An upload URL refuses other bytes, and a request without the signed headers', async () => {
    const bytes = bytesOf(newUuid());
    const upload = await s3Uploads(contentClient(), () => Bucket)(announced(bytes), 60);
    expect(new URL(upload.url).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;x-amz-checksum-sha256',
    );
    expect(await send(upload, Buffer.alloc(bytes.byteLength, 'x'))).toBe(400);
    const { 'x-amz-checksum-sha256': _, ...others } = upload.headers;
    expect(await send({ ...upload, headers: others }, bytes)).toBe(403);
    expect(await content().get('sources', sha256OfBytes(bytes))).toBeUndefined();
  });
});
