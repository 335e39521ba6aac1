import type { DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../contract/failures.ts';
import type { Executions } from '../../../adapters/aws/executions.ts';
import { onStream } from '../../../lambdas/action-plane/approval-start/stream.ts';
import { startApproval } from '../../../lambdas/action-plane/approval-start/start-approval.ts';
import { planeWorld } from '../../support/plane.ts';

type Found = Awaited<ReturnType<Executions['start']>>;

async function startWorld(found: Found, options: Parameters<typeof planeWorld>[0] = {}) {
  const plane = await planeWorld(options);
  const asked: unknown[] = [];
  const executions: Executions = {
    start: async (execution) => {
      asked.push(execution);
      return found;
    },
  };
  return { plane, asked, begin: startApproval({ store: plane.store, executions, machineArn: 'arn:machine' }) };
}

describe('The start of an approval', () => {
  it('A new Task starts an execution that is named by Task and generation, and whose input has only these two', async () => {
    const { plane, asked, begin } = await startWorld({ found: 'started' });
    await begin(plane.taskId);
    const input = { taskId: plane.taskId, generation: 1 };
    expect(asked).toEqual([{ machineArn: 'arn:machine', id: plane.taskId, generation: 1, input }]);
  });

  it('If the execution exists and is running, or has started the next one, nothing happens; if it has failed before the Task ended, an error is thrown', async () => {
    for (const status of ['RUNNING', 'SUCCEEDED'] as const) {
      const goesOn = await startWorld({ found: 'earlier', status });
      await expect(goesOn.begin(goesOn.plane.taskId), status).resolves.toBeUndefined();
    }
    for (const status of ['FAILED', 'ABORTED', 'TIMED_OUT'] as const) {
      const ended = await startWorld({ found: 'earlier', status });
      await expect(ended.begin(ended.plane.taskId), status).rejects.toMatchObject({ code: 'internal' });
    }
  });

  it('A second delivery of a Task starts no second execution, and a Task that has ended starts none', async () => {
    const open = await startWorld({ found: 'earlier', status: 'RUNNING' }, { task: { state: 'open', version: 2 } });
    await open.begin(open.plane.taskId);
    expect(open.asked).toMatchObject([{ generation: 1 }]);
    const ended = await startWorld({ found: 'started' }, { task: { state: 'granted' } });
    await ended.begin(ended.plane.taskId);
    expect(ended.asked).toEqual([]);
  });
});

describe('The ledger’s stream to the approval machine', () => {
  const record = (
    sequence: string,
    { effect, effectId }: { readonly effect: string; readonly effectId: string },
    eventName: 'INSERT' | 'REMOVE' = 'INSERT',
  ) => ({
    eventName,
    dynamodb: { SequenceNumber: sequence, NewImage: { effect: { S: effect }, effectId: { S: effectId } } },
  });
  const batch: DynamoDBStreamEvent = {
    Records: [
      record('1', { effect: 'Task', effectId: 'task-1' }),
      record('2', { effect: 'Action', effectId: 'act-1' }),
      record('3', { effect: 'Task', effectId: 'task-3' }, 'REMOVE'),
      record('4', { effect: 'Task', effectId: 'task-4' }),
      record('5', { effect: 'Task', effectId: 'task-5' }),
    ],
  };

  it('In a batch of the stream, only a record that puts a Task starts an approval', async () => {
    const started: string[] = [];
    const handle = onStream({ put: async (id) => void started.push(id), decided: never }, never);
    expect(await handle(batch)).toEqual({ batchItemFailures: [] });
    expect(started).toEqual(['task-1', 'task-4', 'task-5']);
  });

  it('If a record fails temporarily, the stream must deliver it again, and the other records start their approvals', async () => {
    const started: string[] = [];
    const handle = onStream(
      {
        put: async (id) => {
          if (id === 'task-1') throw new Error('away');
          started.push(id);
        },
        decided: never,
      },
      never,
    );
    expect(await handle(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(started).toEqual(['task-4', 'task-5']);
  });

  it('If a record fails permanently, it is logged once, and the other records start their approvals', async () => {
    const [started, logged]: [string[], unknown[]] = [[], []];
    const handle = onStream(
      {
        put: async (id) => {
          if (id === 'task-1') throw new Failure('internal', 'its execution ended');
          started.push(id);
        },
        decided: never,
      },
      (error, id) => logged.push([id, error instanceof Failure ? error.code : error]),
    );
    expect(await handle(batch)).toEqual({ batchItemFailures: [] });
    expect([started, logged]).toEqual([['task-4', 'task-5'], [['task-1', 'internal']]]);
  });
});

const never = (error: unknown): never => {
  throw error;
};
