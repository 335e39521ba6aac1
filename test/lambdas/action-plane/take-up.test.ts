import type { DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Executions } from '../../../adapters/aws/executions.ts';
import type { TaskTokens } from '../../../adapters/aws/task-tokens.ts';
import { onStream } from '../../../lambdas/action-plane/approval-start/stream.ts';
import { takeUp } from '../../../lambdas/action-plane/approval-start/take-up.ts';
import { planeWorld } from '../../support/plane.ts';

const never = (): never => {
  throw new Error('nothing fails for good');
};

type Found = Awaited<ReturnType<Executions['start']>>;
type Resumed = Awaited<ReturnType<TaskTokens['resume']>>;

interface TakeUpOptions {
  readonly resumed?: Resumed;
  readonly first?: Found;
  readonly token?: boolean;
}

async function takeUpWorld(
  options: Parameters<typeof planeWorld>[0],
  { resumed = 'gone', first = { found: 'started' }, token = true }: TakeUpOptions = {},
) {
  const plane = await planeWorld(options);
  if (token) await plane.store.storeToken(plane.taskId, { wait: 1, attempt: 0 }, 'token');
  const asked: number[] = [];
  const told: object[] = [];
  await takeUp({
    ...plane,
    machineArn: 'arn:machine',
    tokens: { resume: async (_token, output) => (told.push(output), resumed) },
    executions: {
      start: async ({ generation }) => (asked.push(generation), asked.length === 1 ? first : { found: 'started' }),
    },
  })(plane.taskId);
  return { asked, told };
}

const granted = { action: { state: 'approved' }, task: { state: 'granted', version: 3 } } as const;

describe('A Decision in the ledger’s stream', () => {
  it('A Decision resumes the wait whose token is stored, and starts no execution', async () => {
    const { asked, told } = await takeUpWorld(granted, { resumed: 'resumed' });
    expect(asked).toEqual([]);
    expect(told).toMatchObject([{ next: 'commit' }]);
  });

  it('If an Action is approved but its execution has ended, the Decision starts the next generation', async () => {
    const ended: Found = { found: 'earlier', status: 'FAILED' };
    expect((await takeUpWorld(granted, { first: ended })).asked).toEqual([1, 3]);
    expect((await takeUpWorld(granted, { first: ended, token: false })).asked).toEqual([1, 3]);
  });

  it('A Decision starts no execution while one is running, after the commit has begun, or after a denial', async () => {
    expect((await takeUpWorld(granted, { first: { found: 'earlier', status: 'RUNNING' } })).asked).toEqual([1]);
    expect((await takeUpWorld({ ...granted, action: { state: 'committing' } })).asked).toEqual([]);
    expect((await takeUpWorld({ action: { state: 'denied' }, task: { state: 'denied' } })).asked).toEqual([]);
    expect((await takeUpWorld({ task: { state: 'open' } }, { token: false })).asked).toEqual([]);
  });

  it('The Decisions in a batch are found by their kind; if the processing of one fails, the stream must deliver it again', async () => {
    const image = { kind: { S: 'decision' }, event: { S: '{"taskId":"task-1"}' } };
    const batch: DynamoDBStreamEvent = {
      Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '7', NewImage: image } }],
    };
    const decided: string[] = [];
    const put = async (): Promise<void> => undefined;
    await onStream({ put, decided: async (id) => void decided.push(id) }, never)(batch);
    expect(decided).toEqual(['task-1']);
    const failing = onStream({ put, decided: () => Promise.reject(new Error('away')) }, never);
    expect(await failing(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
  });
});
