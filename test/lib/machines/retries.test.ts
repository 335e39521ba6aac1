import { describe, expect, it } from 'vitest';
import { withRetries } from '../../../lib/machines/retries.ts';

const filled = (state: object): Record<string, unknown> => {
  const text = withRetries(JSON.stringify({ StartAt: 'Send', States: { Send: state, Done: { Type: 'Succeed' } } }));
  return (JSON.parse(text) as { States: Record<string, Record<string, unknown>> }).States['Send'] ?? {};
};
const invoke = 'arn:${Partition}:states:::lambda:invoke';

describe('retries of a state machine', () => {
  it('are chosen by the resource that a state calls; their number is in the definition', () => {
    const { Retry } = filled({ Type: 'Task', Resource: invoke, Retry: { MaxAttempts: 5 } });
    expect(Retry).toEqual([
      expect.objectContaining({ ErrorEquals: expect.arrayContaining(['States.Timeout']), MaxAttempts: 5 }),
      expect.objectContaining({ ErrorEquals: ['States.ALL'] }),
    ]);
  });

  it('are refused for a resource that the table does not have, and the error lists the known ones', () => {
    const state = { Type: 'Task', Resource: 'arn:${Partition}:states:::sns:publish', Retry: { MaxAttempts: 5 } };
    expect(() => filled(state)).toThrow(
      'State Send calls "sns:publish", which has no retries. Use one of: lambda:invoke, lambda:invoke.waitForTaskToken',
    );
  });

  it.each([undefined, {}, { MaxAttempts: 'many' }, [{ ErrorEquals: ['States.ALL'] }]])(
    'are refused if a Task state has no number of attempts: %j',
    (Retry) => {
      expect(() => filled({ Type: 'Task', Resource: invoke, Retry })).toThrow(
        'State Send does not say how often it retries. Write "Retry": { "MaxAttempts": 8 }.',
      );
    },
  );

  it('do not change a state that calls nothing', () => {
    expect(filled({ Type: 'Wait', Seconds: 60, Next: 'Done' })).toEqual({ Type: 'Wait', Seconds: 60, Next: 'Done' });
  });
});
