import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** True if a request is signed for a service with a secret key (Signature Version 4), as AWS checks it. */
export function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { service, secret }: { service: string; secret: string },
): boolean {
  const [, , day = '', region = '', named = '', headers = '', signature] =
    form.exec(request.headers.authorization ?? '') ?? [];
  if (named !== service) return false;
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
  const listed = headers.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, request.url, '', listed.join(''), headers, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex') === signature;
}
