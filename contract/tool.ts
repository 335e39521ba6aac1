import type { Call, Tool } from './call.ts';
import { chain } from './chain.ts';
import { audited } from './dispatch/clauses/audited.ts';
import { evalGated } from './dispatch/clauses/eval-gated.ts';
import { idempotent } from './dispatch/clauses/idempotent.ts';
import { parsed } from './dispatch/clauses/parsed.ts';
import { permissioned } from './dispatch/clauses/permissioned.ts';
import { pinned } from './dispatch/clauses/pinned.ts';
import { typed } from './dispatch/clauses/typed.ts';
import { versioned } from './dispatch/clauses/versioned.ts';
import type { EffectClass, PortName } from './effects.ts';
import { harmless } from './dispatch/harmless.ts';
import { observed } from './dispatch/observed.ts';
import type { Pattern, RefSlots } from './pattern.ts';
import type { Ports } from './ports.ts';
import type { System } from './system.ts';
import { executeHere, type Execute } from './dispatch/execution.ts';
import { inTime } from './dispatch/in-time.ts';
import type { RefReaders } from './dispatch/refs.ts';

/**
 * Makes a tool from a pattern: a function that sends a call through all clauses in order, returns one outcome and
 * writes one audit event. It knows nothing about HTTP and never throws.
 */
export const tool = <
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  given: System,
  ports: Pick<Ports, NoInfer<Port>>,
): Tool => {
  const readers: RefReaders = { ...ports, sources: given.sources };
  return toolOver(pattern, given, {
    readers,
    execute: executeHere(pattern, { ports, readers, library: given.library }),
  });
};

/**
 * Makes a tool whose pattern is executed by the given function. That function may use another thread, which can be
 * stopped.
 */
export const toolOver = <
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  given: System,
  { readers, execute }: { readonly readers: RefReaders; readonly execute: Execute },
): Tool => {
  const system = { ...given, observer: harmless(given.observer) };
  return observed(
    system,
    chain<Call>(callInTime(system.now))
      .use(parsed)
      .use(versioned(system))
      .use(evalGated(system.head))
      .use(typed<Args>())
      .use(pinned<Args>(pattern.refs, readers))
      .use(permissioned(system))
      .end(idempotent(pattern, { readers, execute }, system), audited(system)),
  );
};

/**
 * Stops waiting for a clause at the call's deadline, for example if a dependency does not respond. No effect has
 * happened by then.
 */
const callInTime =
  (now: () => number) =>
  <T>(work: Promise<T>, { deadlineAt: at }: Call): Promise<T> =>
    inTime(work, { at, now, code: 'deadline.passed', detail: 'a dependency did not answer in time' });
