import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command } from '../command.ts';
import { deployment } from '../objects/deployment.ts';
import { forgetSession } from '../sign-in/kept-session.ts';
import { stageOf } from '../sign-in/person.ts';

export const logout: Command = {
  summary: 'Forget the access token that an earlier command kept for a deployment on AWS',
  operands: '--outputs FILE --stage STAGE',
  examples: ['logic-plane logout --outputs outputs.json --stage prod'],
  options: deployment,
  run: async (given, io) => {
    const { outputs } = given.options;
    if (typeof outputs !== 'string' || given.operands.length > 0)
      throw new UsageError('logout needs --outputs FILE. On the local cloud no token is kept');
    forgetSession(stageOf(given, outputs).place.clientId);
    io.out(given.json ? `${JSON.stringify({ kept: false })}\n` : 'No access token is kept any more\n');
    return exitCodes.ok;
  },
};
