import { createHash, createHmac } from 'node:crypto';
import { region } from './environment.ts';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Unsigned {
  readonly service: string;
  readonly method: HttpMethod;
  /** Path without a query, because no protocol of the local cloud's callers needs one. */
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Returns the headers of a request, signed with AWS Signature Version 4.
 * @param at the time of the signature, @default now
 */
export const signed = (
  { service, method, path, body, headers }: Unsigned,
  credentials: AwsCredentials,
  at = new Date(),
): Record<string, string> => {
  const date = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  const all: Record<string, string> = {
    ...headers,
    'x-amz-date': date,
    ...(service === 's3' ? { 'x-amz-content-sha256': sha256(body) } : {}),
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(all).sort();
  const canonical = names.map((name) => `${name}:${all[name]}\n`).join('');
  // Signature Version 4 signs the path with each segment encoded once more than it is sent. S3 is an exception, but its
  // names here need no encoding.
  const resource = path.split('/').map(encodeURIComponent).join('/');
  const digest = sha256(`${method}\n${resource}\n\n${canonical}\n${names.join(';')}\n${sha256(body)}`);
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`).toString('hex');
  const credential = `Credential=${credentials.accessKeyId}/${scope}`;
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
};
