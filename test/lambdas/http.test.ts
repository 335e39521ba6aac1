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

describe('The body of a request', () => {
  const seen: Call[] = [];
  const handler = toolHandler('conversion', async (call) => {
    seen.push(call);
    return { refused: 'body.malformed', detail: 'seen', eventId: 'event' };
  });

  it('A body that is not UTF-8 is not decoded to a text, because two different bodies could become the same call', async () => {
    await handler(eventWith(encoded([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])));
    expect(seen.at(-1)?.body).toBe('');
  });

  it('A body in base64 is decoded to its text, and keeps its byte order mark', async () => {
    await handler(eventWith(encoded([...Buffer.from('\ufeff{"ğ":"İ"}')])));
    expect(seen.at(-1)?.body).toBe('\ufeff{"ğ":"İ"}');
  });
});

describe('A body that the gateway has decoded', () => {
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
    'The body %j, in which the gateway has replaced a byte that is not UTF-8, is not accepted as a text',
    async (city) => {
      const body = `{"city":"${city}"}`;
      expect(await send(body, Buffer.byteLength(body) - 2)).toBe('');
    },
  );

  it('A body with U+FFFD is accepted as a text if the sender wrote that character, or if the sent length is unknown', async () => {
    const body = '{"city":"\uFFFDzmir"}';
    expect(await send(body, Buffer.byteLength(body))).toBe(body);
    expect(await send(body)).toBe(body);
  });
});

describe('A failure of the platform', () => {
  const failing = (error: Error) => {
    const told: [unknown, string][] = [];
    const fails = async () => {
      throw error;
    };
    const handler = requestHandler(
      'audit',
      {
        ledger: { note: async () => undefined },
        head: { current: async () => ({ release: 'release', withdrawn: [], suspended: [] }) },
        observer: { failed: (thrown, eventId) => void told.push([thrown, eventId]) },
      },
      { 'GET /v1/audit/events': fails, 'GET /v1/audit/story': fails, 'GET /v1/audit/policies/{hash}': fails },
    );
    return { handler, told };
  };

  it('A failure of the platform is reported to the observer with the event id that the caller gets', async () => {
    const error = new TypeError('something of a caller');
    const { handler, told } = failing(error);
    const answer = await handler(eventWith({ routeKey: 'GET /v1/audit/events' }));
    expect([answer.statusCode, told]).toEqual([500, [[error, answer.headers?.['audit-event-id']]]]);
    expect(answer.body).not.toContain('something of a caller');
  });

  it('A refusal is not reported to the observer as a failure', async () => {
    const { handler, told } = failing(new Failure('task.unknown', 'there is no such Task'));
    expect([(await handler(eventWith({ routeKey: 'GET /v1/audit/events' }))).statusCode, told]).toEqual([404, []]);
  });
});

it('If a token names neither an agent nor a human, the answer is a 401 that says what to send instead', async () => {
  const handler = toolHandler('conversion', () => Promise.reject(new Error('never')));
  const answer = await handler(eventWith({}, { ...claims, token_use: 'id' }));
  expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toMatchObject([401, { code: 'token.unfit' }]);
});
