import type { AuditEvent } from '../../contract/audit.ts';
import type { FailureCode } from '../../contract/failures.ts';
import { start } from '../support/plane.ts';
import type { Outside } from './outside.ts';
import { portTable, type FunctionName, type PortsOf } from './ports.ts';

/** A world in which one request is made to one function. */
export interface World<F extends FunctionName> {
  /** The parts of the outside world that the function has. */
  readonly outside: Partial<Outside>;
  /** Makes the ports of one instance of the function, as its `index.ts` does. */
  readonly ports: (outside: Outside) => PortsOf[F];
  readonly invoke: (ports: PortsOf[F]) => Promise<unknown>;
  /** Does what the caller does after it got no answer, until its request has an end. @default invokes once more */
  readonly retry?: (ports: PortsOf[F]) => Promise<unknown>;
  /** Returns true if whoever invoked the function does not repeat it after this value. @default always */
  readonly isDone?: (value: unknown) => boolean;
  /** The rows and all else that the request changes, without times and random ids. */
  readonly state: () => unknown;
  /** The number of effects, each counted where it arrives. */
  readonly effects: () => Readonly<Record<string, number>>;
  readonly events: () => readonly AuditEvent[];
}

export interface Scene {
  readonly of: FunctionName;
  /** The request, such as `GET /v1/runs/{id}`. */
  readonly title: string;
  /** The instant at which the world begins, in epoch milliseconds. */
  readonly startsAt: number;
  /** True if the function answers its caller itself. Otherwise Lambda ends it, and its caller sees the error. */
  readonly isHttp: boolean;
  /** Codes with which a repeated request is refused because the first one had its effect. */
  readonly spent: readonly FailureCode[];
  /** True if the answer has no event: the function only lists what the release contains. */
  readonly isSilent: boolean;
  /** Calls whose failure ends the Action for good, without an effect. */
  readonly closes: readonly string[];
  readonly open: () => Promise<OpenScene>;
}

export interface OpenScene {
  readonly outside: Partial<Outside>;
  readonly invoke: (outside: Outside) => Promise<unknown>;
  readonly retry: (outside: Outside) => Promise<unknown>;
  readonly isDone: (value: unknown) => boolean;
  readonly state: () => unknown;
  readonly effects: () => Readonly<Record<string, number>>;
  readonly events: () => readonly AuditEvent[];
  /** The ports of which a method was called. */
  readonly touched: ReadonlySet<string>;
}

interface Named<F extends FunctionName> extends Partial<
  Pick<Scene, 'startsAt' | 'isHttp' | 'spent' | 'isSilent' | 'closes'>
> {
  readonly of: F;
  readonly title: string;
}

/** Makes a scene of a function. Its world is made anew for each cell. */
export const sceneOf = <F extends FunctionName>(
  { of, title, startsAt = start, isHttp = true, spent = [], isSilent = false, closes = [] }: Named<F>,
  open: () => Promise<World<F>>,
): Scene => ({
  of,
  title,
  startsAt,
  isHttp,
  spent,
  isSilent,
  closes,
  open: async () => {
    const { ports, invoke, retry = invoke, isDone = () => true, ...world } = await open();
    const touched = new Set<string>();
    const made = (outside: Outside): PortsOf[F] => touching(of, ports(outside), touched);
    return {
      ...world,
      touched,
      isDone,
      invoke: (outside) => invoke(made(outside)),
      retry: (outside) => retry(made(outside)),
    };
  },
});

/** Returns the ports, which note in `touched` that a method of theirs was called. */
function touching<F extends FunctionName>(of: F, ports: PortsOf[F], touched: Set<string>): PortsOf[F] {
  const noting = (port: string, value: unknown, self: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: unknown[]): unknown => {
        touched.add(port);
        return Reflect.apply(value, self, args) as unknown;
      };
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, { get: (target, member) => noting(port, Reflect.get(target, member, target), target) });
  };
  const named = Object.keys(portTable[of]).map(
    (port) => [port, noting(port, Reflect.get(ports, port), ports)] as const,
  );
  return Object.fromEntries(named) as unknown as PortsOf[F];
}
