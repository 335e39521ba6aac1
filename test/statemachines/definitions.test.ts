import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { failures } from '../../contract/failures.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import { definitionOf, definitionText, type State } from '../support/state-machine.ts';

/** The names, in Step Functions, of transient errors of the services that the machines call. */
const serviceErrors = new Set([
  'Lambda.AWSLambdaException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.SdkClientException',
  'Lambda.ServiceException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'Runtime.ExitError',
  'Sandbox.Timedout',
  'States.Timeout',
  'StepFunctions.AWSStepFunctionsException',
  'StepFunctions.ExecutionLimitExceededException',
  'StepFunctions.SdkClientException',
]);

describe.each(['approval', 'commit'])('statemachines/%s.asl.json', (name) => {
  const states = Object.entries(definitionOf(name).States);
  const tasks = states.filter(([, { Type }]) => Type === 'Task');

  it('The definition of a state machine is valid Amazon States Language after its ARNs and retries are filled in', () => {
    const filled = JSON.stringify(definitionOf(name))
      .replaceAll('${Partition}', 'aws')
      .replaceAll(/\$\{\w+\}/g, 'arn:aws:lambda:eu-central-1:123456789012:function:name');
    const { isValid, errorsText } = aslValidator(JSON.parse(filled));
    expect(isValid, errorsText()).toBe(true);
  });

  it('Each error that a state machine retries by its name is a failure that the table calls retryable, or a transient error of a service', () => {
    const codes: Readonly<Record<string, { readonly retryable: boolean }>> = failures;
    for (const [state, { Retry = [] }] of tasks) {
      const named = Retry.flatMap(({ ErrorEquals }) => ErrorEquals).filter((error) => error !== 'States.ALL');
      expect(named.length, state).toBeGreaterThan(0);
      for (const error of named) {
        expect(serviceErrors.has(error) || codes[error]?.retryable === true, `${state}: ${error}`).toBe(true);
      }
    }
  });

  it('Each state that calls a function retries every failure that the table calls retryable', () => {
    const passing = Object.entries(failures).flatMap(([code, { retryable }]) => (retryable ? [code] : []));
    for (const [state, { Retry = [] }] of tasks.filter(([, one]) => invokes(one))) {
      expect(Retry[0]?.ErrorEquals, state).toEqual(expect.arrayContaining(passing));
    }
  });

  it('A state that calls a function, and does not wait for a decision, retries an unknown error at most three times', () => {
    for (const [state, { Retry = [] }] of tasks.filter(([, one]) => invokes(one) && !waits(one))) {
      expect(Retry.at(-1), state).toMatchObject({ ErrorEquals: ['States.ALL'], MaxAttempts: 3 });
    }
  });

  it('The wait for a decision is not retried after a time-out, because a new wait would outlive the deadline', () => {
    for (const [state, { Retry = [] }] of tasks.filter(([, one]) => waits(one))) {
      const retried = Retry.flatMap(({ ErrorEquals }) => ErrorEquals);
      expect(retried, state).not.toContain('States.Timeout');
      expect(retried, state).not.toContain('States.ALL');
    }
  });

  it('Each state that calls a service catches every error and passes on its input, so that the next state still knows the Task', () => {
    for (const [state, { Catch = [] }] of tasks) {
      expect(Catch.at(-1)?.ErrorEquals, state).toEqual(['States.ALL']);
      for (const { Output } of Catch) expect(Output, state).toBe('{% $states.input %}');
    }
  });

  it('Every wait has a time limit, and a function is given more time than it may run', () => {
    const timed = tasks.filter(([, one]) => !waits(one));
    for (const [state, one] of timed)
      expect(Number(one.TimeoutSeconds), state).toBeGreaterThan(timeLimits.functionSeconds);
    const waiting = tasks.filter(([, one]) => waits(one)).map(([, one]) => one.TimeoutSeconds);
    expect(waiting).toEqual(name === 'approval' ? ['{% $states.input.timeoutSeconds %}'] : []);
  });

  it('The definition of a state machine names no partition, account or region', () => {
    expect(definitionText(name)).not.toMatch(/arn:aws|\b\d{12}\b|\b[a-z]{2}-[a-z]+-\d\b/);
  });

  it('A state machine passes only ids and counts, and passes the token only to the function that stores it', () => {
    const sent = tasks.flatMap(([, state]) => Object.keys(argumentsOf(state)));
    const known = new Set(['actionId', 'attempt', 'generation', 'loops', 'restart', 'taskId', 'token', 'wait']);
    expect(sent.filter((member) => !known.has(member))).toEqual([]);
    const withToken = tasks.filter(([, state]) => 'token' in argumentsOf(state)).map(([state]) => state);
    expect(withToken).toEqual(name === 'approval' ? ['WaitForDecision'] : []);
  });

  it('Every state that a state machine goes to exists, and every state can be reached', () => {
    const gone = states.flatMap(([, state]) => nextOf(state));
    const start = definitionOf(name).StartAt;
    expect(new Set([start, ...gone])).toEqual(new Set(states.map(([state]) => state)));
  });
});

const invokes = ({ Resource = '' }: State): boolean => Resource.includes(':lambda:invoke');
const waits = ({ Resource = '' }: State): boolean => Resource.endsWith('.waitForTaskToken');

const argumentsOf = ({ Arguments = {} }: State): Readonly<Record<string, unknown>> => ({
  ...(Arguments['Payload'] as object | undefined),
  ...(Arguments['Input'] as object | undefined),
});

const nextOf = ({ Next, Default, Choices = [], Catch = [] }: State): readonly string[] =>
  [Next, Default, ...Choices.map((choice) => choice.Next), ...Catch.map((catcher) => catcher.Next)].filter(
    (next) => next !== undefined,
  );
