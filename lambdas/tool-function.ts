import { isMainThread } from 'node:worker_threads';
import { executeInWorker } from '../adapters/execution/execute-in-worker.ts';
import { serveExecutions } from '../adapters/execution/serve-executions.ts';
import { executeHere } from '../contract/dispatch/execution.ts';
import type { RefReaders } from '../contract/dispatch/refs.ts';
import type { EffectClass, PortName } from '../contract/effects.ts';
import type { Pattern, RefSlots } from '../contract/pattern.ts';
import type { Ports } from '../contract/ports.ts';
import { toolOver } from '../contract/tool.ts';
import { sources } from '../adapters/tables/sources.ts';
import { toolHandler, type HttpHandler } from './http.ts';
import { awsBase, type Base } from './system.ts';

/**
 * Returns the handler of a tool's function. The bundle is one module that is loaded twice. The main thread runs the
 * clauses and has the ledger and the clock. A worker thread, which is created when the function starts, executes the
 * pattern. The arguments come from outside. If an execution takes too long, the main thread ends the worker and still
 * records the refusal.
 * @param entry `import.meta.url` of the function's own module
 */
export async function toolFunction<
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  entry: string,
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  portsOf: (base: Base) => Pick<Ports, Port>,
): Promise<HttpHandler> {
  // The worker is created first, so that both threads load at the same time.
  const execute = isMainThread ? executeInWorker(new URL(entry)) : undefined;
  const base = await awsBase();
  const readers = { sources: sources(base.database, base.content) };
  if (execute === undefined) {
    const ports = portsOf(base);
    serveExecutions(executeHere(pattern, { ports, readers: { ...readers, ...ports }, library: base.library }));
    return neverCalled;
  }
  const rows: RefReaders = readsRows(pattern.refs) ? { ...readers, ...portsOf(base) } : readers;
  // The worker does not decide or measure anything, so it does not load Cedar and the telemetry.
  const { awsSystem } = await import('./tool-system.ts');
  return toolHandler(pattern.function, toolOver(pattern, awsSystem(base), { readers: rows, execute }));
}

/**
 * Returns true if the main thread needs the pattern's ports, because it reads records of other dispatches and Actions
 * before the PDP decides. Only the worker uses all other ports.
 */
const readsRows = (refs: RefSlots): boolean =>
  Object.values(refs).some(({ kind }) => kind === 'Dispatch' || kind === 'Action');

const neverCalled: HttpHandler = () =>
  Promise.reject(new Error('the worker thread has no handler: only the main thread handles events'));
