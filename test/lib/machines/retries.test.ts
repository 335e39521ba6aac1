import { describe, expect, it } from 'vitest';
import { withRetries } from '../../../lib/machines/retries.ts';

const filled = (state: object): Record<string, unknown> => {
  const text = withRetries(JSON.stringify({ StartAt: 'Send', States: { Send: state, Done: { Type: 'Succeed' } } }));
  return (JSON.parse(text) as { States: Record<string, Record<string, unknown>> }).States['Send'] ?? {};
};
const invoke = 'arn:${Partition}:states:::lambda:invoke';

describe('The retries of a state machine', () => {
  it('follow from the resource that a state calls; how often is what its definition says', () => {
    const { Retry } = filled({ Type: 'Task', Resource: invoke, Retry: { MaxAttempts: 5 } });
    expect(Retry).toEqual([
      expect.objectContaining({ ErrorEquals: expect.arrayContaining(['States.Timeout']), MaxAttempts: 5 }),
      expect.objectContaining({ ErrorEquals: ['States.ALL'] }),
    ]);
  });

  it('are refused for a resource that the table does not have, with those that it has', () => {
    const state = { Type: 'Task', Resource: 'arn:${Partition}:states:::sns:publish', Retry: { MaxAttempts: 5 } };
    expect(() => filled(state)).toThrow(
      'State Send calls "sns:publish", which has no retries. Use one of: lambda:invoke, lambda:invoke.waitForTaskToken',
    );
  });

  it.each([undefined, {}, { MaxAttempts: 'many' }, [{ ErrorEquals: ['States.ALL'] }]])(
    'are refused where a Task state does not say how often: %j',
    (Retry) => {
      expect(() => filled({ Type: 'Task', Resource: invoke, Retry })).toThrow(
        'State Send does not say how often it retries. Write "Retry": { "MaxAttempts": 8 }.',
      );
    },
  );

  it('leave a state that calls nothing as it is', () => {
    expect(filled({ Type: 'Wait', Seconds: 60, Next: 'Done' })).toEqual({ Type: 'Wait', Seconds: 60, Next: 'Done' });
  });
});
