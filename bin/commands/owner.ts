import { headWriter } from '../../adapters/tables/head.ts';
import type { Person } from '../../contract/authority/people.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given, type Noun } from '../command.ts';
import { standing } from '../head/change-head.ts';
import { deployment } from '../objects/deployment.ts';
import { bindLogin } from '../owners/bind.ts';
import { peopleOfPool } from '../owners/pool-place.ts';
import { reached } from '../reached.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';

interface Places {
  readonly stores: (given: Given) => Promise<Pick<RunSource, 'database'>>;
  readonly people: (given: Given) => Promise<readonly Pick<Person, 'login' | 'sub'>[]>;
}

const unreached = {
  says: 'the owner could not be bound',
  needs:
    'You need cognito-idp:ListUsers on the user pool, dynamodb:GetItem and dynamodb:PutItem on the table head, dynamodb:PutItem on ledger, and the use of their KMS key',
} as const;

/** Command `logic-plane owner bind`. @param places opens the stores and the user pool of the selected deployment */
export const bindOf = ({ stores, people }: Places): Command => ({
  summary: 'Bind the login of an agent’s owner to the human who has it now. A binding is never changed',
  operands: 'LOGIN [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane owner bind operator',
    'logic-plane owner bind operator --tenant acme --outputs outputs.json --stage prod',
  ],
  options: deployment,
  run: async (given, io) => {
    const [login, ...more] = given.operands;
    if (login === undefined || more.length > 0)
      throw new UsageError('owner bind takes the login of one owner, such as operator');
    const { database } = await stores(given);
    const bind = async () => {
      const { state } = await standing(headWriter(database));
      return bindLogin(database, { login, people: await people(given), release: state.release });
    };
    const { owner, changed } = await reached(bind, unreached);
    if (given.json) io.out(`${JSON.stringify({ ...owner, changed })}\n`);
    else if (changed) io.out(`${login} is bound to ${owner.sub}. Changes that its agents request can be granted now\n`);
    else io.out(`${login} is already bound to ${owner.sub} since ${owner.at}. Nothing was changed\n`);
    return exitCodes.ok;
  },
});

export const ownerCommands: Noun = {
  summary: 'Bind the owners of agents to humans of the user pool',
  verbs: { bind: bindOf({ stores: runSource, people: peopleOfPool }) },
};
