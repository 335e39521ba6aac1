import { setTimeout as sleep } from 'node:timers/promises';
import { serveExecutions } from '../../../adapters/execution/serve-executions.ts';
import { Failure } from '../../../contract/failures.ts';

/** A worker thread whose executions do what their arguments say. */
serveExecutions(async ({ args, call }) => {
  const { does, value } = args as { readonly does: string; readonly value?: unknown };
  if (does === 'spin') for (;;);
  if (does === 'backtrack') /^(a+)+$/.test(`${'a'.repeat(60)}b`);
  if (does === 'hang') await sleep(1_000_000);
  if (does === 'eat') for (const eaten: number[][] = []; ;) eaten.push(Array.from({ length: 100_000 }, Math.random));
  if (does === 'exit') process.exit(0);
  if (does === 'throw') throw Object.assign(new Error('a value'), { name: 'OfOurs' });
  if (does === 'refuse') {
    throw new Failure('dependency.unavailable', 'the source', {
      pointer: '/a',
      exceptions: [{ kind: 'lookup.source_unavailable', detail: 'away', retryable: true }],
      retryAfterSeconds: 7,
    });
  }
  if (does === 'function') return { result: '1', exceptions: '[]', kinds: [], facts: { f: () => 1 } as never };
  return { result: JSON.stringify({ value, call }), exceptions: '[]', kinds: [] };
});
