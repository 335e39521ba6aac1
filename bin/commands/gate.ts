import { exitCodes, type Command } from '../command.ts';
import { runGate } from '../gate/run.ts';

export const gateCommand: Command = {
  summary: 'Run the golden cases of a tool version in this process, and probe its idempotency and its side effects',
  operands: 'TOOL@VERSION',
  examples: ['logic-plane gate tool.claim.lookup@1.0.0', 'logic-plane gate tool.reserve.stage@1.0.0 --json'],
  run: async (given, io) => {
    const report = await runGate(given, io);
    if (given.json) io.out(`${JSON.stringify(report)}\n`);
    return report.passed ? exitCodes.ok : exitCodes.finding;
  },
};
