import { describe, expect, it } from 'vitest';
import { executeInWorker } from '../../../adapters/execution/execute-in-worker.ts';
import type { Executed, Execution } from '../../../contract/dispatch/execution.ts';
import { toolOver } from '../../../contract/tool.ts';
import { callTo } from '../../support/calls.ts';
import { pureTool, recordOf } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const entry = new URL('./worker.ts', import.meta.url);
const started = () => executeInWorker(entry, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
const execution = (does: string, value?: unknown): Execution => ({
  tool: 'tool.it',
  release: 'r',
  args: { does, value },
  slots: {},
  settings: {},
  call: undefined,
});
const soon = (): number => Date.now() + 800;
const later = (): number => Date.now() + 30_000;

describe('An execution in a worker thread', () => {
  it('An execution in a worker thread returns what the engine returned, also if several executions run in parallel', async () => {
    const execute = started();
    const made = await Promise.all([1, 2, 3].map((value) => execute(execution('give', value), later())));
    expect(made.map(({ result }) => JSON.parse(result) as unknown)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
    expect(await execute(execution('give', 'ü\u0000'), later())).toEqual({
      result: '{"value":"ü\\u0000"}',
      exceptions: '[]',
      kinds: [],
    });
  });

  it.each(['spin', 'backtrack', 'hang'])(
    'If an execution does not end (%s), it is stopped at its deadline, and the next call is answered',
    async (does) => {
      const execute = started();
      await execute(execution('give'), later());
      await expect(execute(execution(does), soon())).rejects.toMatchObject({ name: 'deadline.passed' });
      expect((await execute(execution('give', 2), later())).result).toBe('{"value":2}');
    },
  );

  it('If an execution is stopped at its deadline, the other executions of its thread are answered by the next thread', async () => {
    const execute = started();
    const [ended, other] = await Promise.allSettled([
      execute(execution('spin'), soon()),
      execute(execution('give', 2), later()),
    ]);
    expect(ended).toMatchObject({ reason: { name: 'deadline.passed' } });
    expect(other).toMatchObject({ value: { result: '{"value":2}' } });
  });

  it('If an execution uses up its memory, only its worker thread ends with a failure, and the next call is answered', async () => {
    const execute = started();
    await expect(execute(execution('eat'), later())).rejects.toMatchObject({ name: 'result.too_large' });
    expect((await execute(execution('give', 2), later())).result).toBe('{"value":2}');
  });

  it.each(['exit', 'function'])(
    'If the worker thread of an execution dies (%s), the call fails, and the next call is answered',
    async (does) => {
      const execute = started();
      await expect(execute(execution(does), later())).rejects.toThrow(Error);
      expect((await execute(execution('give', 2), later())).result).toBe('{"value":2}');
    },
  );

  it('If an engine throws a Failure, the call fails with the same code, message, pointer and exceptions', async () => {
    await expect(started()(execution('refuse'), later())).rejects.toMatchObject({
      name: 'dependency.unavailable',
      code: 'dependency.unavailable',
      message: 'the source',
      pointer: '/a',
      exceptions: [{ kind: 'lookup.source_unavailable', detail: 'away', retryable: true }],
      retryAfterSeconds: 7,
    });
  });

  it("If an engine throws an unexpected error, the call fails with the error's name and the place of the error", async () => {
    const error: unknown = await started()(execution('throw'), later()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'OfOurs', stack: expect.stringContaining('worker.ts') });
  });
});

describe('A tool whose execution does not end in time', () => {
  const record = recordOf('tool.it', { pattern: 'conversion', effectClass: 'pure' });

  it('If an execution does not end in time, the call fails with deadline.passed, its event is recorded, and the next call is answered', async () => {
    const { system, events } = testWorld([{ record }]);
    const run = toolOver(
      pureTool(() => 1),
      system,
      { readers: { sources: system.sources }, execute: started() },
    );
    const outcome = await run({ ...callTo(record, { does: 'spin' }), deadlineAt: soon() });
    expect(outcome).toMatchObject({ refused: 'deadline.passed', eventId: expect.any(String) });
    expect(events()).toEqual([
      expect.objectContaining({
        kind: 'dispatch',
        outcome: 'failed',
        code: 'deadline.passed',
        eventId: outcome.eventId,
      }),
    ]);
    expect(await run(callTo(record, { does: 'give', value: 1 }))).toMatchObject({ replayed: false });
    expect(events()).toHaveLength(2);
  });

  it('If an execution ends after its deadline, its result is not recorded', async () => {
    const { system, events } = testWorld([{ record }]);
    let end = (): void => undefined;
    const execute = async (): Promise<Executed> => {
      await new Promise<void>((resolve) => (end = resolve));
      return { result: '1', exceptions: '[]', kinds: [] };
    };
    const pattern = pureTool(() => 1);
    const run = toolOver(pattern, system, { readers: { sources: system.sources }, execute });
    const outcome = await run({ ...callTo(record, {}), deadlineAt: Date.now() + 200 });
    expect(outcome).toMatchObject({ refused: 'deadline.passed' });
    end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(events()).toHaveLength(1);
  });
});
