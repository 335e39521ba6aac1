import { executeInWorker } from '../adapters/execution/execute-in-worker.ts';
import { canonicalJson } from '../contract/values/canonical.ts';
import { figure, type Area } from './figure.ts';
import { median, percentile, timed } from './timing.ts';

const calls = 2000;
const kilobytes = 10;

/** Area: sending a call to a worker thread that can be ended, and its result back. */
export const execution: Area = {
  name: 'execution',
  async measure() {
    const execute = executeInWorker(new URL('./execution-worker.ts', import.meta.url));
    const lines = Array.from(
      { length: (kilobytes * 1024) / 64 },
      (_, i) => `${String(i).padStart(5, '0')} ${'x'.repeat(54)}`,
    );
    const asked = { tool: 'tool.bench', release: 'r', args: { lines }, slots: {}, settings: {}, call: undefined };
    const there = async (): Promise<unknown> => execute(asked, Date.now() + 60_000);
    const here = (): unknown => canonicalJson(asked.args);
    await timed(200, there);
    await timed(200, here);
    const [worker, own] = [await timed(calls, there), await timed(calls, here)];
    const leavesOut = 'the tool itself';
    return [
      figure('execution.worker.p50.10kb', median(worker) - median(own), { unit: 'ms', goal: 1, leavesOut }),
      figure('execution.worker.p99.10kb', percentile(worker, 0.99), { unit: 'ms', goal: 10, leavesOut }),
    ];
  },
};
