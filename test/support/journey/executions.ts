import { executionName, type Executions } from '../../../adapters/aws/executions.ts';
import { definitionOf, ownMachine, runMachine, Tokens, type MachineWorld } from '../state-machine.ts';
import type { VirtualTime } from '../virtual-time.ts';

const definitions = { approval: definitionOf('approval'), commit: definitionOf('commit') };

type Invoke = (placeholder: string, payload: unknown) => Promise<unknown>;

/** Runs the two state machines of the deployment in virtual time, and keeps the outcome of each execution. */
export class StateMachines implements Executions {
  readonly tokens = new Tokens();
  /** The outcome of each execution, by its name: `running`, the error with which it failed, or undefined if it succeeded. */
  readonly all = new Map<string, string | undefined>();
  readonly #world: MachineWorld;

  constructor(time: VirtualTime, invoke: Invoke) {
    this.#world = {
      time,
      tokens: this.tokens,
      // Each payload is converted to JSON and back, because only JSON passes between a state machine and a function.
      invoke: async (name, payload) => asJson(await invoke(name, asJson(payload))),
      start: async (machineArn, name, input) => {
        if (this.all.has(name)) throw named('StepFunctions.ExecutionAlreadyExistsException');
        this.#run(machineArn === ownMachine ? 'approval' : 'commit', name, input);
      },
    };
  }

  /** Starts an approval, as the function `approval-start` does. An approval that has looped long starts the next one. */
  readonly start: Executions['start'] = async ({ id, generation, input }) => {
    const name = executionName(id, generation);
    if (!this.all.has(name)) {
      this.#run('approval', name, input);
      return { found: 'started' };
    }
    const state = this.all.get(name);
    return {
      found: 'earlier',
      status: state === 'running' ? 'RUNNING' : state === undefined ? 'SUCCEEDED' : 'FAILED',
    };
  };

  readonly ended = (): boolean => [...this.all.values()].every((state) => state !== 'running');

  #run(machine: keyof typeof definitions, name: string, input: unknown): void {
    this.all.set(name, 'running');
    runMachine(definitions[machine], input, this.#world).then(
      (error) => this.all.set(name, error),
      (error: unknown) => this.all.set(name, error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'),
    );
  }
}

const named = (name: string): Error => Object.assign(new Error(name), { name });
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
