import { readFileSync } from 'node:fs';
import { withRetries } from '../../lib/machines/retries.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
  readonly MaxAttempts: number;
}

interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly Output: string;
  readonly Next: string;
}

/** The part of the Amazon States Language that our definitions use. */
export interface State {
  readonly Type: 'Task' | 'Choice' | 'Wait' | 'Succeed' | 'Fail';
  readonly Resource?: string;
  readonly Arguments?: Readonly<Record<string, unknown>>;
  readonly Output?: string;
  readonly TimeoutSeconds?: number | string;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly Catcher[];
  readonly Choices?: readonly { readonly Condition: string; readonly Next: string }[];
  readonly Default?: string;
  readonly Seconds?: number | string;
  readonly Next?: string;
  readonly Error?: string;
}

export interface Definition {
  readonly QueryLanguage: string;
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

export const definitionText = (name: string): string =>
  readFileSync(new URL(`../../statemachines/${name}.asl.json`, import.meta.url), 'utf8');

export const definitionOf = (name: string): Definition => JSON.parse(withRetries(definitionText(name))) as Definition;

/** Reads a state machine of the previous version, with which the executions that it started continue. */
export const definitionBefore = (name: string): Definition =>
  JSON.parse(readFileSync(new URL(`../statemachines/before/${name}.asl.json`, import.meta.url), 'utf8')) as Definition;

/** Events of a history: a state is entered and exited; a try is scheduled, started, perhaps submitted, and ended. */
export const eventsOfState = 2;
export const eventsOfTry = (resource = ''): number => (resource.endsWith('.waitForTaskToken') ? 4 : 3);

export interface MachineWorld {
  readonly time: VirtualTime;
  /**
   * Calls the function that has this placeholder in the definition. The machine sees the name of an error that it throws.
   */
  readonly invoke: (placeholder: string, payload: unknown) => Promise<unknown>;
  /** Starts an execution of the machine with this ARN, or with this placeholder of an ARN. */
  readonly start: (machineArn: string, name: string, input: unknown) => Promise<void>;
  readonly tokens: Tokens;
  /** Called with the name of each state that is entered. */
  readonly enters?: (state: string) => void;
  /** Called with the number of events that the history of the execution grows by. */
  readonly records?: (events: number) => void;
}

/** The task tokens of waiting states. As in Step Functions, a token ends its wait only once. */
export class Tokens {
  readonly #waits = new Map<string, (output: unknown) => void>();
  #count = 0;

  open(): { readonly token: string; readonly result: Promise<unknown> } {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const token = `token-${(this.#count += 1)}`;
    this.#waits.set(token, resolve);
    return { token, result: promise };
  }

  close(token: string): void {
    this.#waits.delete(token);
  }

  readonly resume = async (token: string, output: object): Promise<'resumed' | 'gone'> => {
    const wake = this.#waits.get(token);
    if (wake === undefined) return 'gone';
    this.#waits.delete(token);
    wake(JSON.parse(JSON.stringify(output)));
    return 'resumed';
  };
}

interface Start {
  readonly StateMachineArn: string;
  readonly Name: string;
  readonly Input: unknown;
}

/** The ARN by which an execution knows its own machine. */
export const ownMachine = 'arn:of:this:machine';

interface Scope {
  readonly input: unknown;
  readonly result?: unknown;
  readonly token?: string;
  /** The number of retries of the state so far. */
  readonly retryCount?: number;
}

/**
 * Runs a state machine as Step Functions would, by a test's clock.
 *
 * @returns the name of the error with which it failed; undefined if it succeeded
 */
export async function runMachine(
  definition: Definition,
  input: unknown,
  world: MachineWorld,
): Promise<string | undefined> {
  let name = definition.StartAt;
  let data = input;
  for (;;) {
    const state = definition.States[name];
    if (state === undefined) throw new Error(`no state ${name}`);
    world.enters?.(name);
    world.records?.(eventsOfState);
    if (state.Type === 'Succeed') return undefined;
    if (state.Type === 'Fail') return state.Error;
    if (state.Type === 'Wait') await world.time.sleep(Number(evaluated(state.Seconds, { input: data })) * 1000);
    let next = state.Next;
    if (state.Type === 'Choice') {
      next =
        state.Choices?.find(({ Condition }) => evaluated(Condition, { input: data }) === true)?.Next ?? state.Default;
    } else if (state.Type === 'Task') {
      const done = await attempt(state, data, world);
      next = 'caught' in done ? done.caught.Next : next;
      data = 'caught' in done ? evaluated(done.caught.Output, { input: data }) : done.output;
    }
    if (next === undefined) throw new Error(`the state ${name} has no next state`);
    name = next;
  }
}

async function attempt(
  state: State,
  input: unknown,
  world: MachineWorld,
): Promise<{ readonly output: unknown } | { readonly caught: Catcher }> {
  const counts = new Map<Retrier, number>();
  for (;;) {
    try {
      world.records?.(eventsOfTry(state.Resource));
      const retryCount = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return { output: await performed(state, { input, retryCount }, world) };
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      const retrier = state.Retry?.find((one) => matches(one.ErrorEquals, name));
      const tried = retrier === undefined ? 0 : (counts.get(retrier) ?? 0);
      if (retrier !== undefined && tried < retrier.MaxAttempts) {
        counts.set(retrier, tried + 1);
        await world.time.sleep(
          Math.min(retrier.IntervalSeconds * retrier.BackoffRate ** tried, retrier.MaxDelaySeconds) * 1000,
        );
        continue;
      }
      const caught = state.Catch?.find((one) => matches(one.ErrorEquals, name));
      if (caught === undefined) throw error;
      return { caught };
    }
  }
}

const matches = (names: readonly string[], name: string): boolean =>
  names.includes(name) || names.includes('States.ALL');

async function performed(
  state: State,
  { input, retryCount }: { readonly input: unknown; readonly retryCount: number },
  world: MachineWorld,
): Promise<unknown> {
  const resource = state.Resource ?? '';
  if (resource.endsWith('states:startExecution')) {
    const { StateMachineArn, Name, Input } = evaluated(state.Arguments, { input }) as Start;
    await world.start(StateMachineArn, Name, Input);
    return evaluated(state.Output, { input });
  }
  const wait = resource.endsWith('.waitForTaskToken') ? world.tokens.open() : undefined;
  const scope = { input, retryCount, ...(wait === undefined ? {} : { token: wait.token }) };
  const { FunctionName, Payload } = evaluated(state.Arguments, scope) as { FunctionName: string; Payload: unknown };
  const payload = await world.invoke(FunctionName.slice(2, -1), Payload);
  if (wait === undefined) return evaluated(state.Output, { input, result: { Payload: payload } });
  const timeout = new Error('the task token was not returned in time');
  timeout.name = 'States.Timeout';
  const late = world.time.sleep(Number(evaluated(state.TimeoutSeconds, { input })) * 1000).then(() => timeout);
  const result = await Promise.race([wait.result, late]);
  world.tokens.close(wait.token);
  if (result === timeout) throw timeout;
  return evaluated(state.Output, { input, result });
}

/** Evaluates the few forms of JSONata that our definitions use. @throws if the expression has another form */
function evaluated(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') {
    const expression = /^\{%(.*)%\}$/s.exec(template)?.[1]?.trim();
    return expression === undefined ? template : valueOf(expression, scope);
  }
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, evaluated(member, scope)]));
}

function valueOf(expression: string, scope: Scope): unknown {
  const [, asked, found, otherwise = ''] = /^\$exists\((.*)\) \? (.*) : (.*)$/.exec(expression) ?? [];
  if (asked !== undefined && found !== undefined) return valueOf(exists(asked, scope) ? found : otherwise, scope);
  const [left = '', right] = expression.split(' = ');
  if (right !== undefined) return valueOf(left, scope) === valueOf(right, scope);
  const terms = expression.split(' & ');
  if (terms.length > 1) return terms.map((term) => String(valueOf(term, scope))).join('');
  const literal = /^'([^']*)'$/.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  if (/^\d+$/.test(expression)) return Number(expression);
  const inner = /^\$string\((.*)\)$/.exec(expression)?.[1];
  if (inner !== undefined) return String(valueOf(inner, scope));
  const value = memberAt(expression, scope);
  if (value === undefined) throw new Error(`the path has no value: ${expression}`);
  return value;
}

const exists = (expression: string, scope: Scope): boolean => memberAt(expression, scope) !== undefined;

function memberAt(expression: string, scope: Scope): unknown {
  const path = /^\$states((?:\.\w+)+)$/.exec(expression)?.[1];
  if (path === undefined) throw new Error(`the JSONata expression is not supported: ${expression}`);
  const states: unknown = {
    input: scope.input,
    result: scope.result,
    context: {
      Task: { Token: scope.token },
      State: { RetryCount: scope.retryCount },
      StateMachine: { Id: ownMachine },
    },
  };
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], states);
}
