import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Call, Outcome } from '../../../contract/call.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { System } from '../../../contract/system.ts';
import type { Bench, Setting } from './bench.ts';
import { portNames } from './ports.ts';
import { compiledOf } from './signature.ts';
import type { Specimen } from './specimen.ts';

/** One instance of a tool's function, as a Lambda worker holds it: its modules are its own, and what they remember. */
export interface Worker {
  bench(setting: Setting): Promise<Bench>;
  /** The one tool of the worker answers a call over the stores of a bench. */
  answer(bench: Bench, call: Call): Promise<Outcome>;
}

/** Every module of the house loaded anew: nobody has called anything of it before. */
export async function freshWorker(specimen: Specimen): Promise<Worker> {
  // Validators are functions of a schema alone, and take long to compile.
  const signature = await compiledOf(specimen);
  vi.resetModules();
  const [{ specimenFor }, { benchOf }] = await Promise.all([import('./specimen-for.ts'), import('./bench.ts')]);
  const own = await specimenFor(specimen.declaration.function);
  const current = new AsyncLocalStorage<Bench>();
  const stores = (): Bench => {
    const bench = current.getStore();
    if (!bench) throw new Error('the worker was asked outside a call');
    return bench;
  };
  const run = own.toolOver(systemOf(stores), portsOf(stores));
  return {
    bench: (setting) => benchOf(own, { signature, ...setting }),
    answer: (bench, call) => current.run(bench, () => run(call)),
  };
}

/** A port whose every method is that of the stores of the call at hand. */
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
