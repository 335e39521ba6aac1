import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { requireEnv } from '../../contract/platform/environment.ts';

/** A call of an AWS service that speaks JSON 1.1: its signing name, and the prefix of its operations. */
export interface JsonService {
  readonly signingName: string;
  readonly prefix: string;
  /** The variable with another address of the service. The SDK's variable for all services counts too. */
  readonly endpointVariable: string;
}

/** The answer of a service: its body, or the name of its error. */
export type JsonAnswer = { readonly body: unknown } | { readonly error: string; readonly status: number };

const connectMillis = 5000;

/**
 * Calls an operation of a service, signed with the credentials of the environment.
 * @throws Error if the service does not answer in time, or answers something other than JSON
 */
export async function signedJson(service: JsonService, operation: string, input: unknown): Promise<JsonAnswer> {
  const region = requireEnv('AWS_REGION');
  const url = new URL(
    process.env[service.endpointVariable] ??
      process.env['AWS_ENDPOINT_URL'] ??
      `https://${service.signingName}.${region}.amazonaws.com/`,
  );
  const signer = new SignatureV4({ service: service.signingName, region, sha256: Sha256, credentials: credentials() });
  const body = JSON.stringify(input);
  const signed = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: url.pathname,
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `${service.prefix}.${operation}`,
    },
    body,
  });
  const signal = AbortSignal.timeout(connectMillis);
  const response = await fetch(url, { method: 'POST', headers: signed.headers, body, signal });
  const answer: unknown = await response.json();
  return response.ok ? { body: answer } : { error: errorIn(response, answer), status: response.status };
}

function errorIn(response: Response, answer: unknown): string {
  const told = response.headers.get('x-amzn-errortype') ?? (Object(answer) as { __type?: string }).__type ?? 'unknown';
  // The name may have a namespace before it and a URL after it.
  return told.split(':')[0]?.split('#').at(-1) ?? 'unknown';
}

function credentials() {
  const token = process.env['AWS_SESSION_TOKEN'];
  return {
    accessKeyId: requireEnv('AWS_ACCESS_KEY_ID'),
    secretAccessKey: requireEnv('AWS_SECRET_ACCESS_KEY'),
    ...(token === undefined ? {} : { sessionToken: token }),
  };
}

/** SHA-256 in the form that the signer uses: a hash, or an HMAC if there is a key. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()));
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
