import { headWriter } from '../../adapters/tables/head.ts';
import type { HeadState } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given, type Noun } from '../command.ts';
import { knownName } from '../head/known-name.ts';
import { standing } from '../head/change-head.ts';
import { moveName } from '../head/move-name.ts';
import { rekey } from '../head/rekey.ts';
import { refusing, type Move } from '../head/move.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { releaseOption, withReleaseInForce } from '../release-in-force.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';

type Stores = (given: Given) => Promise<Pick<RunSource, 'database' | 'places' | 'operator'>>;

const summaries: Readonly<Record<Move, string>> = {
  withdraw:
    'Refuse the calls of a tool version and the commits of its Actions, until reinstate. Takes effect within 5 s',
  reinstate: 'Allow a withdrawn tool version again',
};

/** Returns the members of the head that may be printed. It omits the telemetry key, which is secret. */
const shown = ({ release, withdrawn, suspended, suspensions = {}, corpora = {}, exports = {} }: HeadState) => ({
  release,
  withdrawn,
  suspended,
  suspensions,
  corpora,
  exports,
});

/** Command `logic-plane head show`. @param stores opens the stores of the deployment that the command line selects */
export const showOf = (stores: (given: Given) => Promise<Pick<RunSource, 'database'>>): Command => ({
  summary: 'Show the release, the corpora and the exports in force, and what is withdrawn or suspended',
  operands: '[--outputs FILE --stage STAGE]',
  examples: ['logic-plane head show', 'logic-plane head show --tenant acme --outputs outputs.json --stage prod'],
  options: deployment,
  run: async (given, io) => {
    if (given.operands.length > 0)
      throw new UsageError(`head show takes no operand. Remove ${given.operands.join(' ')}`);
    const { database } = await stores(given);
    const { state } = await reached(() => standing(headWriter(database)), unreached);
    if (given.json) io.out(`${JSON.stringify(shown(state))}\n`);
    else {
      const { release, withdrawn, suspended, suspensions, corpora, exports } = shown(state);
      const list = (all: readonly string[]): string => (all.length === 0 ? '-' : all.join(', '));
      io.out(`release    ${release}\nwithdrawn  ${list(withdrawn)}\nsuspended  ${list(suspended)}\n`);
      for (const [name, { by, at, reason, holdUntil }] of Object.entries(suspensions))
        io.out(`           ${name} by ${by.name} at ${at}, Actions held until ${holdUntil}: ${reason}\n`);
      for (const [corpus, snapshot] of Object.entries(corpora)) io.out(`corpus     ${corpus} ${snapshot}\n`);
      for (const [type, snapshot] of Object.entries(exports)) io.out(`export     ${type} ${snapshot}\n`);
    }
    return exitCodes.ok;
  },
});

/** Command `logic-plane head withdraw` or `reinstate`. @param stores opens the stores, and asks who works with them */
export const moveOf = (verb: Move, stores: Stores): Command => ({
  summary: summaries[verb],
  operands: [
    'TOOL@VERSION',
    ...(verb === 'withdraw' ? ['[--release DIR]'] : []),
    '[--outputs FILE --stage STAGE]',
  ].join(' '),
  examples: [
    `logic-plane head ${verb} tool.claim.lookup@1.0.0`,
    `logic-plane head ${verb} tool.claim.lookup@1.0.0 --tenant acme --outputs outputs.json --stage prod`,
  ],
  options: {
    ...deployment,
    ...(verb === 'withdraw' && { release: releaseOption }),
  },
  run: async (given, io) => {
    const name = nameOf(verb, given.operands);
    const { database, places, operator } = await stores(given);
    const head = headWriter(database);
    const check = (): Promise<void> =>
      withReleaseInForce(given, { database, places }, async (release) => knownName(release, name));
    const work = async () => moveName(head, { move: verb, name, check }, await operator());
    const { state, changed } = await reached(work, unreached);
    if (given.json)
      io.out(`${JSON.stringify({ name, withdrawn: verb === 'withdraw', changed, head: shown(state) })}\n`);
    else io.out(told(state, { verb, name, changed }));
    return exitCodes.ok;
  },
});

/** Command `logic-plane head rekey`. @param stores as for `moveOf` */
export const rekeyOf = (stores: Stores): Command => ({
  summary:
    'Replace the telemetry key, which makes the HMACs in traces, the audit table and the audit log. The log still verifies, but earlier events can no longer be proved',
  operands: '--yes [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane head rekey --yes',
    'logic-plane head rekey --yes --tenant acme --outputs outputs.json --stage prod',
  ],
  options: {
    yes: { type: 'boolean', says: 'replace the telemetry key now; the old key cannot be restored' },
    ...deployment,
  },
  run: async (given, io) => {
    if (given.operands.length > 0)
      throw new UsageError(`head rekey takes no operand. Remove ${given.operands.join(' ')}`);
    if (given.options['yes'] !== true)
      throw new UsageError(
        'head rekey makes audit prove impossible for all earlier events. Run it again with --yes to replace the key',
      );
    const { database, operator } = await stores(given);
    await reached(async () => rekey(headWriter(database), await operator(), Date.now), unreached);
    if (given.json) io.out(`${JSON.stringify({ rekeyed: true })}\n`);
    else io.out('The telemetry key was replaced. Every function uses the new one within 5 s\n');
    return exitCodes.ok;
  },
});

function nameOf(verb: Move, [name, ...more]: readonly string[]): string {
  if (name !== undefined && more.length === 0 && /^[^@]+@[^@]+$/.test(name)) return name;
  throw new UsageError(`head ${verb} takes one tool version, such as tool.claim.lookup@1.0.0`);
}

function told(
  state: HeadState,
  { verb, name, changed }: { readonly verb: Move; readonly name: string; readonly changed: boolean },
): string {
  if (!changed) return `${name} is already withdrawn. Nothing was changed\n`;
  const seen = 'Every function sees it within 5 s\n';
  if (verb === 'withdraw') return `${name} is withdrawn. ${seen}`;
  const still = refusing(state, name);
  const but = still.length === 0 ? '' : `, but its calls are still refused because ${still.join(' and ')}`;
  return `${name} is no longer withdrawn${but}. ${seen}`;
}

const unreached = {
  says: 'the head could not be read or changed',
  needs:
    'You need the rights of the role in the output HeadOperatorRole. Run logic-plane head show to see if the change was made',
} as const;

export const headCommands: Noun = {
  summary: 'Show the release in force and what is suspended, withdraw a tool version within 5 s, and reinstate it',
  verbs: {
    show: showOf(runSource),
    rekey: rekeyOf(runSource),
    withdraw: moveOf('withdraw', runSource),
    reinstate: moveOf('reinstate', runSource),
  },
};
