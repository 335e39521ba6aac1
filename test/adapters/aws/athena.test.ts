import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { athena, athenaClient } from '../../../adapters/aws/athena.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { failureOf } from '../../patterns/failures.ts';

type Operation = 'StartQueryExecution' | 'GetQueryExecution' | 'GetQueryResults' | 'StopQueryExecution';
interface Sent {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
}
/** How the fake service answers: with an object, with an error by name, not at all, or by closing the connection. */
type Answer = object | { readonly error: string; readonly status?: number } | 'silence' | 'hang up';

let sent: Sent[] = [];
let script: (sent: Sent, nth: number) => Answer;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const operation = String(request.headers['x-amz-target']).replace('AmazonAthena.', '') as Operation;
    const one = { operation, input: JSON.parse(body) as Sent['input'] };
    sent.push(one);
    const answer = script(one, sent.filter((other) => other.operation === operation).length);
    if (answer === 'silence') return;
    if (answer === 'hang up') {
      request.socket.destroy();
      return;
    }
    const error = 'error' in answer ? answer : undefined;
    response.writeHead(error ? (error.status ?? 400) : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(error ? { __type: error.error, message: `near 's3cr3t'` } : answer));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_ATHENA', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => {
  sent = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const row = (...values: (string | null)[]) => ({
  Data: values.map((value) => (value === null ? {} : { VarCharValue: value })),
});
const state = (State: string, StateChangeReason?: string) => ({
  QueryExecution: { Status: { State, ...(StateChangeReason === undefined ? {} : { StateChangeReason }) } },
});
const scripts: Readonly<Record<Operation, (nth: number) => Answer>> = {
  StartQueryExecution: () => ({ QueryExecutionId: 'query-1' }),
  GetQueryExecution: (nth) => state(['QUEUED', 'RUNNING'][nth - 1] ?? 'SUCCEEDED'),
  GetQueryResults: (nth) =>
    nth === 1
      ? { ResultSet: { Rows: [row('kind', 'value'), row('g', null)] }, NextToken: 'more' }
      : { ResultSet: { Rows: [row('s', '')] } },
  StopQueryExecution: () => ({}),
};
const playing = (other: Partial<typeof scripts> = {}): void => {
  script = ({ operation }, nth) => ({ ...scripts, ...other })[operation](nth);
};

const token = sha256('a call');
const ask = (more: { readonly deadlineAt?: number; readonly now?: () => number } = {}) =>
  athena(athenaClient(), {
    workgroup: 'plane',
    database: 'plane',
    wait: async () => undefined,
    ...(more.now ? { now: more.now } : {}),
  }).query({
    text: 'SELECT ?, ?',
    parameters: [`O'Hara's`, ''],
    token,
    deadlineAt: more.deadlineAt ?? Date.now() + 20_000,
  });
const operations = (): readonly Operation[] => sent.map(({ operation }) => operation);

describe('A query by Athena', () => {
  it('A query is started once with the token of the call, and polled until it has ended; its results are read page by page', async () => {
    playing();
    expect(await ask()).toEqual([
      { kind: 'g', value: null },
      { kind: 's', value: '' },
    ]);
    expect(operations()).toEqual([
      'StartQueryExecution',
      ...Array.from({ length: 3 }, () => 'GetQueryExecution'),
      'GetQueryResults',
      'GetQueryResults',
    ]);
    expect(sent[0]?.input).toEqual({
      QueryString: 'SELECT ?, ?',
      ExecutionParameters: [`'O''Hara''s'`, `''`],
      QueryExecutionContext: { Database: 'plane' },
      WorkGroup: 'plane',
      ClientRequestToken: token,
    });
    expect(sent.at(-1)?.input).toMatchObject({ QueryExecutionId: 'query-1', NextToken: 'more' });
  });

  it.each<[string, Operation]>([
    ['start of a query', 'StartQueryExecution'],
    ['poll for its state', 'GetQueryExecution'],
    ['read of its results', 'GetQueryResults'],
  ])('If Athena throttles the first %s, the request is retried and the query succeeds', async (_, operation) => {
    playing({
      [operation]: (nth: number) =>
        nth === 1 ? { error: 'TooManyRequestsException' } : scripts[operation](nth === 2 ? 1 : nth),
    });
    await ask();
    expect(operations().filter((one) => one === operation).length).toBeGreaterThan(1);
  });

  it.each<[Operation, Answer, string]>([
    ['StartQueryExecution', { error: 'TooManyRequestsException' }, 'started: TooManyRequestsException'],
    ['StartQueryExecution', { error: 'InvalidRequestException' }, 'started: InvalidRequestException'],
    ['StartQueryExecution', { error: 'AccessDeniedException' }, 'started: AccessDeniedException'],
    ['StartQueryExecution', {}, 'started: Athena answered without a query id'],
    ['GetQueryExecution', { error: 'InternalServerException', status: 500 }, 'read: InternalServerException'],
    ['GetQueryExecution', 'hang up', 'read: '],
    ['GetQueryResults', { error: 'TooManyRequestsException' }, 'read: TooManyRequestsException'],
  ])(
    'If Athena answers %s with %j, the query fails with dependency.unavailable and repeats no text of Athena',
    async (operation, answer, told) => {
      playing({ [operation]: () => answer });
      const failure = await failureOf(() => ask());
      expect(failure).toMatchObject({
        code: 'dependency.unavailable',
        message: expect.stringContaining(told) as string,
      });
      expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toMatch(/s3cr3t|Hara/);
      // The answer to the stop request is ignored.
      expect(operations().includes('StopQueryExecution')).toBe(operation === 'GetQueryExecution');
    },
  );

  it.for<[string, string, string, string]>([
    [
      'FAILED',
      "SYNTAX_ERROR: line 1: Column 's3cr3t' cannot be resolved",
      'dependency.unavailable',
      'the Athena query ended with the state FAILED: SYNTAX_ERROR',
    ],
    ['FAILED', 's3cr3t went wrong', 'dependency.unavailable', 'the Athena query ended with the state FAILED'],
    [
      'CANCELLED',
      'Query was cancelled by user',
      'dependency.unavailable',
      'the Athena query ended with the state CANCELLED',
    ],
    [
      'FAILED',
      'NUMERIC_VALUE_OUT_OF_RANGE: Decimal overflow',
      'result.too_large',
      'a number in the query has more digits than Athena can compute with',
    ],
    [
      'CANCELLED',
      'Query cancelled! : Bytes scanned limit was exceeded',
      'result.too_large',
      'the query would scan more bytes than its Athena workgroup allows',
    ],
  ])('If a query ends as %s with the reason %s, it fails with %s', async ([State, reason, code, message]) => {
    playing({ GetQueryExecution: () => state(State, reason) });
    expect(await failureOf(() => ask())).toMatchObject({ code, message });
    expect(operations()).toEqual(['StartQueryExecution', 'GetQueryExecution']);
  });

  it('If a query still runs at its deadline, it is stopped and fails with deadline.passed', async () => {
    let looked = 0;
    playing({
      GetQueryExecution: () => {
        looked += 1;
        return state('RUNNING');
      },
    });
    const started = Date.now();
    const refused = await failureOf(() => ask({ deadlineAt: started + 20_000, now: () => Date.now() + looked * 5000 }));
    expect(refused).toMatchObject({ code: 'deadline.passed' });
    expect(operations().at(-1)).toBe('StopQueryExecution');
    expect(sent.at(-1)?.input).toEqual({ QueryExecutionId: 'query-1' });
  });

  it('If Athena does not answer before the deadline and the query cannot be stopped, the failure is still deadline.passed', async () => {
    playing({ GetQueryExecution: () => 'silence', StopQueryExecution: () => ({ error: 'InternalServerException' }) });
    expect(await failureOf(() => ask({ deadlineAt: Date.now() + 1700 }))).toMatchObject({ code: 'deadline.passed' });
    expect(operations()).toContain('StopQueryExecution');
  });

  it('If too little time is left before the deadline, the query is not started and fails with deadline.passed', async () => {
    playing();
    expect(await failureOf(() => ask({ deadlineAt: Date.now() + 1000 }))).toMatchObject({ code: 'deadline.passed' });
    expect(sent).toEqual([]);
  });
});
