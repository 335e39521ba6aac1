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

  it('If its bytes are not UTF-8, it is not a text: two such bodies are not one call', async () => {
    await handler(eventWith(encoded([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])));
    expect(seen.at(-1)?.body).toBe('');
  });

  it('In base64 it is decoded to its text, with its byte order mark', async () => {
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
    'If it is %j, with U+FFFD in place of a byte that is not UTF-8, it is not a text',
    async (city) => {
      const body = `{"city":"${city}"}`;
      expect(await send(body, Buffer.byteLength(body) - 2)).toBe('');
    },
  );

  it('If the sender wrote U+FFFD, or the length is unknown, it is a text', async () => {
    const body = '{"city":"\uFFFDzmir"}';
    expect(await send(body, Buffer.byteLength(body))).toBe(body);
    expect(await send(body)).toBe(body);
  });
});

describe('a failure of the platform', () => {
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

  it('is reported to the observer, with the event id that the caller got', async () => {
    const error = new TypeError('something of a caller');
    const { handler, told } = failing(error);
    const answer = await handler(eventWith({ routeKey: 'GET /v1/audit/events' }));
    expect([answer.statusCode, told]).toEqual([500, [[error, answer.headers?.['audit-event-id']]]]);
    expect(answer.body).not.toContain('something of a caller');
  });

  it('is not reported if it is a refusal of the caller', async () => {
    const { handler, told } = failing(new Failure('task.unknown', 'there is no such Task'));
    expect([(await handler(eventWith({ routeKey: 'GET /v1/audit/events' }))).statusCode, told]).toEqual([404, []]);
  });
});

it('If a token names nobody, the answer is 401 and says what to send instead', async () => {
  const handler = toolHandler('conversion', () => Promise.reject(new Error('never')));
  const answer = await handler(eventWith({}, { ...claims, token_use: 'id' }));
  expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toMatchObject([401, { code: 'token.unfit' }]);
});
