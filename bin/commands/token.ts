import { readDemo } from '../../local/demo/demo-file.ts';
import { tokenFor } from '../../local/demo/tokens.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command } from '../command.ts';

export const token: Command = {
  summary: 'Print an access token for an agent or a login of the running demo. It is valid for one hour',
  operands: 'NAME',
  examples: ['logic-plane token claims-agent', 'logic-plane token approver-1'],
  run: async ({ operands, json }, io) => {
    const [name, ...more] = operands;
    if (name === undefined || more.length > 0)
      throw new UsageError('token takes the name of one agent or login, such as claims-agent');
    const value = await tokenFor(readDemo(), name);
    io.out(json ? `${JSON.stringify({ name, token: value })}\n` : `${value}\n`);
    return exitCodes.ok;
  },
};
