import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call, Outcome } from '../../../contract/call.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { System } from '../../../contract/system.ts';
import { policies } from '../../support/policies.ts';
import type { Bench, Setting } from './bench.ts';
import { freshModules } from './fresh-modules.ts';
import { portNames } from './ports.ts';
import { schemasOf } from './signature.ts';
import type { Sample } from './sample.ts';

/** One instance of a tool's function, as in one Lambda worker. It has modules and memory of its own. */
export interface Worker {
  bench(setting: Setting): Promise<Bench>;
  /** Answers a call with the worker's tool over the stores of a bench. */
  answer(bench: Bench, call: Call): Promise<Outcome>;
}

/** Makes a worker. Evaluates every module of the platform again, so that no module keeps anything of earlier calls. */
export async function freshWorker(sample: Sample): Promise<Worker> {
  // Made here once, because resolving schemas and compiling policies takes long.
  const made = { schema: schemasOf(sample), permitting: policies };
  const { benchOf, samples } = await freshModules();
  const loaded = await samples[sample.declaration.function]?.();
  if (loaded === undefined) throw new Error(`there is no sample of ${sample.declaration.function}`);
  const own = loaded.sample;
  const current = new AsyncLocalStorage<Bench>();
  const stores = (): Bench => {
    const bench = current.getStore();
    if (!bench) throw new Error('the worker was asked outside a call');
    return bench;
  };
  const run = own.toolOver(systemOf(stores), portsOf(stores));
  return {
    bench: (setting) => benchOf(own, { ...made, ...setting }),
    answer: (bench, call) => current.run(bench, () => run(call)),
  };
}

/** Returns a port that delegates every method to the stores of the current call. */
const through = <T extends object>(of: () => T): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      const member: unknown = Reflect.get(of(), name);
      return typeof member === 'function' ? (...args: unknown[]) => member.apply(of(), args) as unknown : member;
    },
  });

const systemOf = (stores: () => Bench): System => ({
  ledger: through(() => stores().system.ledger),
  head: through(() => stores().system.head),
  runs: through(() => stores().system.runs),
  library: through(() => stores().system.library),
  sources: through(() => stores().system.sources),
  pdp: through(() => stores().system.pdp),
  observer: through(() => stores().system.observer),
  engine: 'engine-1',
  now: () => stores().system.now(),
});

const portsOf = (stores: () => Bench): Ports =>
  Object.fromEntries(
    portNames.map((name) => [name, through<object>(() => stores().ports[name as keyof Ports])]),
  ) as unknown as Ports;
