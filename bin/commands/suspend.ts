import { setTimeout as sleep } from 'node:timers/promises';
import { headWriter } from '../../adapters/tables/head.ts';
import { suspendables, type Suspendable } from '../../contract/authority/suspension.ts';
import { exitCodes, type Command, type Given, type Noun } from '../command.ts';
import { counted } from '../counted.ts';
import { changeHead } from '../head/change-head.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { releaseOption, withReleaseInForce } from '../release-in-force.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';
import { affectedBy, type Affected } from '../suspension/affected.ts';
import { defaultHold, exampleOf, holdSecondsAsked, nameAsked, reasonAsked } from '../suspension/asked.ts';
import { suspendedIn } from '../suspension/change.ts';
import { mustBeKnown } from '../suspension/known.ts';

export interface SuspendPlaces {
  readonly stores: (given: Given) => Promise<Pick<RunSource, 'database' | 'places' | 'operator'>>;
  readonly now: () => number;
  readonly sleep: (millis: number) => Promise<unknown>;
}

/** After this time every function has read the head again. A function that read it just before may still send. */
const seenMillis = 6000;

const summaries: Readonly<Record<Suspendable, string>> = {
  all: 'Stop all work: calls, grants and commits',
  agent: 'Stop an agent: its calls, and the grants and commits of what it asked for',
  tool: 'Stop a tool or tool version: its calls, and the grants and commits of its Actions',
  kind: 'Stop an action kind: no Action of it is staged, granted or sent',
  queue: 'Stop a queue: it gets no Tasks, its members cannot grant, and what they granted is not sent',
  sor: 'Stop a system of record: it is not read for lookups, and no change is granted for it or sent to it',
};

/** Command `logic-plane suspend agent|tool|kind|queue|sor|all`. @param places the stores of the deployment, and the clock */
export const suspendOf = (what: Suspendable, { stores, now, sleep: wait }: SuspendPlaces): Command => ({
  summary: `${summaries[what]}, until resume. Takes effect within 5 s`,
  operands: `${placeholderOf(what)}--reason TEXT [--hold DURATION] [--release DIR] [--outputs FILE --stage STAGE]`,
  examples: [`logic-plane suspend ${`${what} ${exampleOf[what]}`.trim()} --reason incident-4711`],
  options: {
    reason: { type: 'string', says: 'why it is suspended; auditors can read this text' },
    hold: {
      type: 'string',
      says: `how long approved Actions are held before they are voided, from PT1S to P7D (default: ${defaultHold})`,
    },
    release: releaseOption,
    ...deployment,
  },
  run: async (given, io) => {
    const { name, listed, shown } = nameAsked('suspend', what, given.operands);
    const reason = reasonAsked(`suspend ${what}`, given);
    const holdSeconds = holdSecondsAsked(given);
    return reached(async () => {
      const { database, places, operator } = await stores(given);
      const by = await operator();
      const at = now();
      const details = {
        by: { id: by.id, name: by.name },
        at: new Date(at).toISOString(),
        reason,
        holdUntil: new Date(at + holdSeconds * 1000).toISOString(),
      };
      if (what !== 'all')
        await withReleaseInForce(given, { database, places }, async (release) => mustBeKnown(release, what, name));
      await changeHead(headWriter(database), (state) => suspendedIn(state, listed, details), { by });
      if (!given.json) io.out(`${shown} is suspended by ${by.name}. Every function sees it within 5 s\n`);
      await wait(seenMillis);
      const affected = await affectedBy(database, listed);
      io.out(
        given.json ? `${JSON.stringify({ suspended: listed, ...details, ...affected })}\n` : told(affected, details),
      );
      return exitCodes.ok;
    }, unreached);
  },
});

const placeholderOf = (what: Suspendable): string =>
  what === 'all' ? '' : what === 'tool' ? 'TOOL[@VERSION] ' : `${what.toUpperCase()} `;

const told = ({ held, sent }: Affected, { holdUntil }: { readonly holdUntil: string }): string =>
  [
    `${counted(held, 'approved Action')} held. What is not resumed by ${holdUntil} is voided`,
    `${counted(sent, 'request')} already sent and not stopped. The platform still finds out what became of each`,
    '',
  ].join('\n');

const unreached = {
  says: 'the suspension could not be completed',
  needs:
    'You need sts:GetCallerIdentity, dynamodb:GetItem and PutItem on the table head, PutItem on ledger, Query and BatchGetItem on actions, BatchGetItem on tasks, and the use of their KMS key. Run logic-plane head show to see if it is suspended',
} as const;

const places = { stores: runSource, now: Date.now, sleep };

export const suspendCommands: Noun = {
  summary: 'Stop an agent, a tool, an action kind, a queue, a system of record or all work within 5 s',
  verbs: Object.fromEntries(suspendables.map((what) => [what, suspendOf(what, places)])),
};
