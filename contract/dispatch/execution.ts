import { Failure } from '../failures.ts';
import type { EffectClass, PortName } from '../effects.ts';
import type { CallFacts, Input, Pattern, Product, RefSlots } from '../pattern.ts';
import { sizeLimits } from '../platform/limits.ts';
import type { Ports } from '../ports.ts';
import type { Effect, Library } from '../system.ts';
import { loadRefs, type RefReaders, type ResolvedRef } from './refs.ts';
import { serialised } from './serialised.ts';

/**
 * Everything that an execution needs besides its ports. All of it is plain data, so it can be sent to another thread.
 */
export interface Execution {
  /** The id of the tool, for messages. */
  readonly tool: string;
  /** The id of the release from which its artefacts are loaded. */
  readonly release: string;
  readonly args: unknown;
  readonly slots: Readonly<Record<string, readonly ResolvedRef[]>>;
  readonly settings: unknown;
  readonly call: CallFacts | undefined;
}

/**
 * The product of an execution: result and exceptions as canonical JSON, and the other members as the pattern returned
 * them.
 */
export interface Executed extends Omit<Product<never, Effect>, 'result' | 'exceptions'> {
  readonly result: string;
  readonly exceptions: string;
  /** The kinds of the exceptions, in their order. */
  readonly kinds: readonly string[];
}

/**
 * Executes a pattern.
 * @param deadlineAt epoch milliseconds. An execution in another thread is stopped at this time.
 * @throws Failure of the pattern, `result.*`, `deadline.passed`
 */
export type Execute = (execution: Execution, deadlineAt: number) => Promise<Executed>;

/** Returns a function that executes the pattern in this thread. */
export function executeHere<
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  { ports, readers, library }: { ports: Pick<Ports, Port>; readers: RefReaders; library: Pick<Library, 'open'> },
): Execute {
  return async ({ tool, release, args, slots, settings, call }) => {
    const opened = await library.open(release);
    if (!opened)
      throw new Failure('run.pin_unavailable', 'the release of the call can no longer be opened. Open a new run');
    const refs = await loadRefs(pattern.refs, slots, { release: opened, readers });
    // When the tenant was compiled, the compiler proved that slots, ports and settings have these types.
    const {
      result,
      exceptions = [],
      ...rest
    } = await pattern.execute({
      args,
      refs,
      ports,
      settings,
      call,
    } as unknown as Input<Class, Args, Refs, Port, Settings>);
    return {
      ...rest,
      result: serialised(result, { tool, what: 'result', limit: sizeLimits.resultBytes }),
      exceptions: serialised(exceptions, { tool, what: 'exceptions', limit: sizeLimits.exceptionsBytes }),
      kinds: exceptions.map(({ kind }) => kind),
    };
  };
}
