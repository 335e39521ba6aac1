import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { startPolicyAdmin, type PolicyAdmin } from '../../../../local/demo/policy-admin/server.ts';

export const credentials = {
  read: 'read-credential-0001',
  write: 'write-credential-0001',
  admin: 'admin-credential-0001',
};

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly etag: string | null;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly as?: keyof typeof credentials | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface Insurer {
  readonly url: string;
  readonly call: (method: string, path: string, sent?: Sent) => Promise<Reply>;
  /** Sets the reserve of a claim with the write credential. */
  readonly put: (
    claim: string,
    key: string,
    change: { readonly ifMatch: string; readonly amount?: string },
  ) => Promise<Reply>;
  readonly admin: (method: string, path: string, body?: unknown) => Promise<Reply>;
  readonly restart: () => Promise<void>;
}

const object = z.record(z.string(), z.unknown());

/** A policy administration system over HTTP, for one test. */
export const insurer = async (): Promise<Insurer> => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-admin-'));
  const start = (): Promise<PolicyAdmin> =>
    startPolicyAdmin({ file: join(folder, 'insurer.sqlite'), host: '127.0.0.1', credentials });
  let running = await start();
  onTestFinished(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  const call: Insurer['call'] = async (method, path, { as, headers = {}, body, signal } = {}) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${credentials[as]}` };
    const response = await fetch(running.url + path, {
      method,
      redirect: 'manual',
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    const parsed = text === '' ? {} : object.parse(JSON.parse(text));
    return {
      status: response.status,
      headers: response.headers,
      etag: response.headers.get('etag'),
      text,
      body: parsed,
    };
  };
  return {
    get url() {
      return running.url;
    },
    call,
    put: (claim, key, { ifMatch, amount = '55000.00' }) =>
      call('PUT', `/claims/${claim}/reserve`, {
        as: 'write',
        headers: { 'if-match': ifMatch, 'idempotency-key': key },
        body: JSON.stringify({ amount, currency: 'TRY', reason: 'Second inspection' }),
      }),
    admin: (method, path, body) =>
      call(method, path, { as: 'admin', ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    restart: async () => {
      await running.close();
      running = await start();
    },
  };
};
