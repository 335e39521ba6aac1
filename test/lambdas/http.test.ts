import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { Failure } from '../../contract/failures.ts';
import type { HttpEvent } from '../../lambdas/http.ts';
import { toolHandler } from '../../lambdas/http.ts';
import { requestHandler } from '../../lambdas/request.ts';
import { agent } from '../support/calls.ts';
import { requestBy } from '../support/http-request.ts';

const claims = { sub: 'client', token_use: 'access', scope: `agent/${agent.name}` };

function eventWith(more: Partial<HttpEvent>, token: Record<string, string> = claims): HttpEvent {
  const { event } = requestBy(agent, {});
  const authorizer = { ...event.requestContext.authorizer, jwt: { claims: token, scopes: [] } };
  return { ...event, ...more, requestContext: { ...event.requestContext, authorizer } };
}
const encoded = (bytes: readonly number[]): Partial<HttpEvent> => ({
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
});

describe('a body', () => {
  const seen: Call[] = [];
  const handler = toolHandler('conversion', async (call) => {
    seen.push(call);
    return { refused: 'body.malformed', detail: 'seen', eventId: 'event' };
  });

  it('of bytes that are no UTF-8 is no text: two of them are not one call', async () => {
    await handler(eventWith(encoded([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])));
    expect(seen.at(-1)?.body).toBe('');
  });

  it('in base64 is its text, byte order mark and all', async () => {
    await handler(eventWith(encoded([...Buffer.from('\ufeff{"ğ":"İ"}')])));
    expect(seen.at(-1)?.body).toBe('\ufeff{"ğ":"İ"}');
  });
});

describe('a body that the gateway has decoded itself', () => {
  const seen: string[] = [];
  const handler = toolHandler('conversion', async ({ body }) => {
    seen.push(body);
    return { refused: 'body.malformed', detail: 'seen', eventId: 'event' };
  });
  const send = async (body: string, sentBytes?: number): Promise<string | undefined> => {
    const headers = sentBytes === undefined ? {} : { 'content-length': String(sentBytes) };
    await handler(eventWith({ body, headers }));
    return seen.at(-1);
  };

  it.each(['\uFFFDzmir', 'İ\uFFFD'])(
    '%j, where it put U+FFFD for a byte that is no UTF-8, is no text',
    async (city) => {
      const body = `{"city":"${city}"}`;
      expect(await send(body, Buffer.byteLength(body) - 2)).toBe('');
    },
  );

  it('is its text where the sender wrote U+FFFD, and where nobody said how long it was', async () => {
    const body = '{"city":"\uFFFDzmir"}';
    expect(await send(body, Buffer.byteLength(body))).toBe(body);
    expect(await send(body)).toBe(body);
  });
});

describe('a failure that is ours', () => {
  const failing = (error: Error) => {
    const told: [unknown, string][] = [];
    const handler = requestHandler(
      'audit',
      {
        ledger: { note: async () => undefined },
        library: { bundled: 'release' },
        observer: { failed: (thrown, eventId) => void told.push([thrown, eventId]) },
      },
      {
        'GET /v1/audit/events': async () => {
          throw error;
        },
      },
    );
    return { handler, told };
  };

  it('is told to whoever watches, under the event that the caller was given', async () => {
    const error = new TypeError('something of a caller');
    const { handler, told } = failing(error);
    const answer = await handler(eventWith({ routeKey: 'GET /v1/audit/events' }));
    expect([answer.statusCode, told]).toEqual([500, [[error, answer.headers?.['audit-event-id']]]]);
    expect(answer.body).not.toContain('something of a caller');
  });

  it('is not what a caller is refused for', async () => {
    const { handler, told } = failing(new Failure('task.unknown', 'there is no such Task'));
    expect([(await handler(eventWith({ routeKey: 'GET /v1/audit/events' }))).statusCode, told]).toEqual([404, []]);
  });
});

it('a token that names nobody is 401, and what to send instead is said', async () => {
  const handler = toolHandler('conversion', () => Promise.reject(new Error('never')));
  const answer = await handler(eventWith({}, { ...claims, token_use: 'id' }));
  expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toMatchObject([401, { code: 'token.unfit' }]);
});
