import { promoteTool } from '../../registry/gate/promote.ts';
import { exitCodes, type Command } from '../command.ts';
import { runGate } from '../gate/run.ts';

export const promote: Command = {
  summary: 'Run the gate of a tool version. If it passes, write the release block and the eval report',
  operands: 'TOOL@VERSION',
  examples: ['logic-plane promote tool.claim.lookup@1.0.0'],
  run: async (given, io) => {
    const report = await runGate(given, io);
    const wrote = report.passed ? await promoteTool(given, report) : [];
    if (given.json) io.out(`${JSON.stringify({ ...report, wrote })}\n`);
    else for (const file of wrote) io.out(`wrote ${file}\n`);
    return report.passed ? exitCodes.ok : exitCodes.finding;
  },
};
