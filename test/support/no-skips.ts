import type { Reporter, TestModule } from 'vitest/node';

/** Reports the end of the run in one line. It makes the run fail if a test was skipped or if no test ran. */
export default class NoSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped') + count('pending')];
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    if (skipped === 0 && passed > 0) return;
    process.stderr.write(passed === 0 ? 'No test ran.\n' : 'A skipped test proves nothing: run it or remove it.\n');
    process.exitCode = 1;
  }
}
