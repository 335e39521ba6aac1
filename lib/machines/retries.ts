import { failures } from '../../contract/failures.ts';

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
  readonly MaxAttempts: number;
  readonly JitterStrategy: 'FULL';
}

/** Waits 2, 4, 8 … 256 s, then always 300 s: 8 attempts take 9 minutes, 16 take 49 minutes, 64 take 5 hours at most. */
const retrier = (errors: readonly string[], attempts: number): Retrier => ({
  ErrorEquals: errors,
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxDelaySeconds: 300,
  MaxAttempts: attempts,
  JitterStrategy: 'FULL',
});

/** Codes of the failures that are retryable. A function throws a failure under its code. */
const retryable = Object.entries(failures)
  .filter(([, failure]) => failure.retryable)
  .map(([code]) => code);

const passingOfLambda = [
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'Sandbox.Timedout',
  'Runtime.ExitError',
];

const passingOfStepFunctions = [
  'StepFunctions.SdkClientException',
  'StepFunctions.AWSStepFunctionsException',
  'StepFunctions.ExecutionLimitExceededException',
];

const timeout = 'States.Timeout';

/**
 * Attempts for an error that nobody foresaw. The attempts end within seconds, so that the machine's alarm is not late.
 */
const unforeseenAttempts = 3;

/** The retriers of a Task state, by the resource that it calls. The state itself says the number of attempts. */
const retriersOf: Readonly<Record<string, (attempts: number) => readonly Retrier[]>> = {
  // Any error may be retried, because the function reads its row first and the row decides what it does.
  'lambda:invoke': (attempts) => [
    retrier([...retryable, ...passingOfLambda, timeout], attempts),
    retrier(['States.ALL'], unforeseenAttempts),
  ],
  // A retry would begin the wait again with its whole TimeoutSeconds and outlive the deadline. So neither
  // `States.Timeout` is retried nor `States.ALL`, which includes it.
  'lambda:invoke.waitForTaskToken': (attempts) => [retrier([...retryable, ...passingOfLambda], attempts)],
  // `ExecutionAlreadyExists` is not retried: the state's Catch looks at what the earlier start did.
  'states:startExecution': (attempts) => [retrier([...passingOfStepFunctions, timeout], attempts)],
};

interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Retry?: { readonly MaxAttempts?: number };
}

interface Definition {
  readonly States: Readonly<Record<string, State>>;
}

/**
 * Returns the definition with the list of retriers in each Task state. A state in the file says only the number of
 * attempts: `"Retry": { "MaxAttempts": 8 }`. The called resource decides which errors are retried, so no state can have
 * its own list.
 * @param text of a file in `statemachines/`
 * @throws Error naming the Task state whose resource is unknown, or that has no number of attempts
 */
export function withRetries(text: string): string {
  const definition = JSON.parse(text) as Definition;
  const states = Object.entries(definition.States).map(([name, state]) => [name, filled(name, state)]);
  return JSON.stringify({ ...definition, States: Object.fromEntries(states) }, undefined, 2);
}

function filled(name: string, state: State): object {
  if (state.Type !== 'Task') return state;
  const called = state.Resource?.split(':states:::')[1] ?? '';
  const retriers = Object.hasOwn(retriersOf, called) ? retriersOf[called] : undefined;
  if (!retriers) {
    const known = Object.keys(retriersOf).join(', ');
    throw new Error(
      `State ${name} calls "${called}", for which no retries are defined. Use one of: ${known}; or add a row to retries.ts.`,
    );
  }
  const attempts = state.Retry?.MaxAttempts;
  if (typeof attempts !== 'number') {
    throw new Error(`State ${name} has no number of attempts. Write "Retry": { "MaxAttempts": 8 }.`);
  }
  return { ...state, Retry: retriers(attempts) };
}
