import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callApi, type ApiAnswer, type ApiCall } from '../../../local/demo/api-client.ts';
import { tokenFor } from '../../../local/demo/tokens.ts';
import { auditLogWith, type LoggedEvent } from '../support/audit-log.ts';
import { answered, runOpened } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { variants } from './deployment.ts';

export const purpose = 'claims.adjustment';
export const newKey = (): string => `variants-${randomUUID()}`;

const tokens = new Map<string, Promise<string>>();

/** Sends one HTTP request to the tenant's API, as one of its agents or logins. */
export async function ask(who: string, call: ApiCall): Promise<ApiAnswer> {
  const there = await variants();
  const token = tokens.get(who) ?? tokenFor(there, who);
  tokens.set(who, token);
  return callApi(there.apiUrl, await token, call);
}

export async function openRun(who = 'letters-agent', more: object = {}): Promise<string> {
  return answered(await ask(who, { method: 'POST', path: '/v1/runs', body: { purpose, ...more } }), runOpened).runId;
}

export interface Dispatch {
  /** The function and the tool, such as `lookup/tool.policy.lookup`. */
  readonly tool: string;
  readonly body: unknown;
  readonly runId?: string;
  readonly key?: string;
  readonly who?: string;
}

export const dispatch = ({ tool, body, runId, key, who = 'letters-agent' }: Dispatch): Promise<ApiAnswer> =>
  ask(who, {
    method: 'POST',
    path: `/v1/${tool}`,
    headers: {
      'purpose-of-use': purpose,
      ...(runId === undefined ? {} : { 'run-id': runId }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body,
  });

const sent = z.object({ source: z.string() });
const state = z.looseObject({ state: z.string() });

/** Sends a letter as a source, and waits until its text is extracted. @returns the id of the source */
export async function sendLetter(text: string): Promise<string> {
  const body = { mediaType: 'text/plain', text };
  const { source } = answered(await ask('letters-agent', { method: 'POST', path: '/v1/sources', body }), sent);
  await until(`the text of ${source}`, async () => {
    const found = state.parse((await ask('letters-agent', { method: 'GET', path: `/v1/sources/${source}` })).body);
    return found.state === 'located' ? found : undefined;
  });
  return source;
}

/** Waits until the tenant's own audit log has these events. @returns all events of the run */
export const logged = (run: string, eventIds: readonly (string | undefined)[]): Promise<LoggedEvent[]> =>
  auditLogWith({ run }, eventIds, ask);
