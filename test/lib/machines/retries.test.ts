import { describe, expect, it } from 'vitest';
import { withRetries } from '../../../lib/machines/retries.ts';

const filled = (state: object): Record<string, unknown> => {
  const text = withRetries(JSON.stringify({ StartAt: 'Send', States: { Send: state, Done: { Type: 'Succeed' } } }));
  return (JSON.parse(text) as { States: Record<string, Record<string, unknown>> }).States['Send'] ?? {};
};
const invoke = 'arn:${Partition}:states:::lambda:invoke';

describe('The retries of a state machine', () => {
  it('The called resource decides which errors a state retries, and the state says how often', () => {
    const { Retry } = filled({ Type: 'Task', Resource: invoke, Retry: { MaxAttempts: 5 } });
    expect(Retry).toEqual([
      expect.objectContaining({ ErrorEquals: expect.arrayContaining(['States.Timeout']), MaxAttempts: 5 }),
      expect.objectContaining({ ErrorEquals: ['States.ALL'] }),
    ]);
  });

  it('If a state calls a resource without defined retries, it is refused and the error lists the known resources', () => {
    const state = { Type: 'Task', Resource: 'arn:${Partition}:states:::sns:publish', Retry: { MaxAttempts: 5 } };
    expect(() => filled(state)).toThrow(
      'State Send calls "sns:publish", for which no retries are defined. Use one of: lambda:invoke, lambda:invoke.waitForTaskToken',
    );
  });

  it.each([undefined, {}, { MaxAttempts: 'many' }, [{ ErrorEquals: ['States.ALL'] }]])(
    'If a Task state has no number of attempts, it is refused: %j',
    (Retry) => {
      expect(() => filled({ Type: 'Task', Resource: invoke, Retry })).toThrow(
        'State Send has no number of attempts. Write "Retry": { "MaxAttempts": 8 }.',
      );
    },
  );

  it('A state that calls nothing is not changed', () => {
    expect(filled({ Type: 'Wait', Seconds: 60, Next: 'Done' })).toEqual({ Type: 'Wait', Seconds: 60, Next: 'Done' });
  });
});
