import { headWriter } from '../../adapters/tables/head.ts';
import { suspendables, type Suspendable } from '../../contract/authority/suspension.ts';
import type { HeadState } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { exitCodes, type Command, type Given, type Noun } from '../command.ts';
import { changeHead } from '../head/change-head.ts';
import { refusing } from '../head/move.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';
import { exampleOf, nameAsked, reasonAsked } from '../suspension/asked.ts';
import { resumedIn } from '../suspension/change.ts';

/** Command `logic-plane resume agent|tool|kind|queue|sor|all`. @param stores opens the stores of the deployment */
export const resumeOf = (
  what: Suspendable,
  stores: (given: Given) => Promise<Pick<RunSource, 'database' | 'operator'>>,
): Command => ({
  summary: `End the suspension of ${what === 'all' ? 'all work' : `one ${wordOf[what]}`}. Takes effect within 5 s; held Actions follow within a minute`,
  operands: `${what === 'all' ? '' : what === 'tool' ? 'TOOL[@VERSION] ' : `${what.toUpperCase()} `}--reason TEXT [--outputs FILE --stage STAGE]`,
  examples: [`logic-plane resume ${`${what} ${exampleOf[what]}`.trim()} --reason incident-4711`],
  options: { reason: { type: 'string', says: 'why it is resumed; auditors can read this text' }, ...deployment },
  run: async (given, io) => {
    const { listed, shown } = nameAsked('resume', what, given.operands);
    const reason = reasonAsked(`resume ${what}`, given);
    return reached(async () => {
      const { database, operator } = await stores(given);
      const by = await operator();
      const next = (state: HeadState): HeadState => {
        mustBeSuspended(state, listed, shown);
        return resumedIn(state, listed);
      };
      const { state } = await changeHead(headWriter(database), next, { by, reason });
      if (given.json) io.out(`${JSON.stringify({ resumed: listed, by: { id: by.id, name: by.name } })}\n`);
      else io.out(told(state, shown, by.name));
      return exitCodes.ok;
    }, unreached);
  },
});

const wordOf: Readonly<Record<Exclude<Suspendable, 'all'>, string>> = {
  agent: 'agent',
  tool: 'tool or tool version',
  kind: 'action kind',
  queue: 'queue',
  sor: 'system of record',
};

/** @throws UsageError if nothing of this name is suspended */
function mustBeSuspended({ suspended }: HeadState, listed: string, shown: string): void {
  if (suspended.includes(listed)) return;
  const hint = suspended.length === 0 ? 'Nothing is suspended' : suggestion(listed, suspended);
  throw new UsageError(`${shown} is not suspended. ${hint}`);
}

function told(state: HeadState, shown: string, by: string): string {
  const still = refusing(state, shown);
  const but = still.length === 0 ? '' : `, but it is still refused because ${still.join(' and ')}`;
  return `${shown} is resumed by ${by}${but}. Every function sees it within 5 s. Held Actions are sent within a minute\n`;
}

const unreached = {
  says: 'it could not be resumed',
  needs:
    'You need sts:GetCallerIdentity, dynamodb:GetItem and PutItem on the table head, PutItem on ledger, and the use of their KMS key. Run logic-plane head show to see if it is still suspended',
} as const;

export const resumeCommands: Noun = {
  summary: 'Let an agent, a tool, an action kind, a queue, a system of record or all work continue',
  verbs: Object.fromEntries(suspendables.map((what) => [what, resumeOf(what, runSource)])),
};
