import { join } from 'node:path';
import { headWriter } from '../../adapters/tables/head.ts';
import { Failure } from '../../contract/failures.ts';
import type { HeadState } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given, type Noun, type Options } from '../command.ts';
import { knownName } from '../head/known-name.ts';
import { moveName, standing } from '../head/move-name.ts';
import { moves, refusing, type Move } from '../head/move.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { pinnedRelease } from '../replay/pinned-release.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';

type Verb = keyof typeof moves;
type Stores = (given: Given) => Promise<Pick<RunSource, 'database' | 'places'>>;

const buildFolder = join(import.meta.dirname, '..', '..', '.build');

const deployment = {
  outputs: { type: 'string', says: 'the file that cdk deploy --outputs-file wrote (default: the local cloud)' },
  stage: { type: 'string', says: 'the stage of that deployment (default: prod)' },
} as const satisfies Options;

const summaries: Readonly<Record<Verb, string>> = {
  withdraw: 'Refuse calls of a tool version, and commits of what it staged. Takes effect within 5 s, until reinstate',
  reinstate: 'Allow a withdrawn tool version again',
  suspend:
    'Refuse calls of a tool or of one version, and commits of what it staged. Takes effect within 5 s, until resume',
  resume: 'Allow a suspended tool or tool version again',
};

/** What may be told of the head: all but the telemetry key. */
const shown = ({ release, withdrawn, suspended, corpora = {}, exports = {} }: HeadState) => ({
  release,
  withdrawn,
  suspended,
  corpora,
  exports,
});

/** @param stores the deployment that the options, the environment or the local cloud name */
export const showOf = (stores: Stores): Command => ({
  summary:
    'Show the release in force, what is withdrawn or suspended, and the snapshots of corpora and exports in force',
  operands: '[--outputs FILE --stage STAGE]',
  examples: ['logic-plane head show', 'logic-plane head show --tenant acme --outputs outputs.json --stage prod'],
  options: deployment,
  run: async (given, io) => {
    if (given.operands.length > 0) throw new UsageError('head show takes no operand. Leave the name out');
    const { database } = await stores(given);
    const { state } = await reached(() => standing(headWriter(database)));
    if (given.json) io.out(`${JSON.stringify(shown(state))}\n`);
    else {
      const { release, withdrawn, suspended, corpora, exports } = shown(state);
      const list = (all: readonly string[]): string => (all.length === 0 ? '-' : all.join(', '));
      io.out(`release    ${release}\nwithdrawn  ${list(withdrawn)}\nsuspended  ${list(suspended)}\n`);
      for (const [corpus, snapshot] of Object.entries(corpora)) io.out(`corpus     ${corpus} ${snapshot}\n`);
      for (const [type, snapshot] of Object.entries(exports)) io.out(`export     ${type} ${snapshot}\n`);
    }
    return exitCodes.ok;
  },
});

/** @param stores as of `showOf` */
export const moveOf = (verb: Verb, stores: Stores): Command => ({
  summary: summaries[verb],
  operands: [
    isOfVersion(verb) ? 'TOOL@VERSION' : 'TOOL[@VERSION]',
    ...(moves[verb].to === 'listed' ? ['[--release DIR]'] : []),
    '[--outputs FILE --stage STAGE]',
  ].join(' '),
  examples: [
    `logic-plane head ${verb} tool.claim.lookup@1.0.0`,
    `logic-plane head ${verb} tool.claim.lookup@1.0.0 --tenant acme --outputs outputs.json --stage prod`,
  ],
  options: {
    ...deployment,
    ...(moves[verb].to === 'listed' && {
      release: {
        type: 'string',
        says: 'the folder of a compiled release (default: the folder that holds the release in force)',
      },
    }),
  },
  run: async (given, io) => {
    const name = nameOf(verb, given.operands);
    const { database, places } = await stores(given);
    const head = headWriter(database);
    const move: Move = moves[verb];
    const { state, changed } = await reached(() => moveName(head, { move, name, check: checkIn(given, places, name) }));
    if (given.json)
      io.out(`${JSON.stringify({ name, [move.list]: move.to === 'listed', changed, head: shown(state) })}\n`);
    else io.out(told(state, { move, name, changed }));
    return exitCodes.ok;
  },
});

const isOfVersion = (verb: Verb): boolean => moves[verb].list === 'withdrawn';

function nameOf(verb: Verb, [name, ...more]: readonly string[]): string {
  const form = isOfVersion(verb) ? /^[^@]+@[^@]+$/ : /^[^@]+(@[^@]+)?$/;
  if (name !== undefined && more.length === 0 && form.test(name)) return name;
  const takes = isOfVersion(verb)
    ? 'one tool version, such as'
    : 'one tool or tool version, such as tool.claim.lookup or';
  throw new UsageError(`head ${verb} takes ${takes} tool.claim.lookup@1.0.0`);
}

function told(
  state: HeadState,
  { move, name, changed }: { readonly move: Move; readonly name: string; readonly changed: boolean },
): string {
  if (!changed) return `${name} is ${move.list} already\n`;
  const seen = 'Every function sees it within 5 s\n';
  if (move.to === 'listed') return `${name} is ${move.list}. ${seen}`;
  const still = refusing(state, name);
  return `${name} is no longer ${move.list}${still.length === 0 ? '' : `; still refused: ${still.join(', ')}`}. ${seen}`;
}

const checkIn =
  ({ options, tenant, tenantsDir }: Given, places: readonly string[], name: string) =>
  async (wanted: string): Promise<void> => {
    const { release: said } = options;
    const all = [...(typeof said === 'string' ? [said] : []), ...places, join(buildFolder, tenant, 'release')];
    const pinned = await pinnedRelease({ wanted, places: all, tenantsDir, tenant });
    if (!pinned) {
      const fix = 'Name its folder: --release DIR';
      throw new MissingEnvironment(
        `release ${wanted} is in force but is not on this machine, so ${name} cannot be checked. ${fix}`,
      );
    }
    try {
      knownName(pinned.release, name);
    } finally {
      await pinned.remove();
    }
  };

async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const needs =
      'You need GetItem on the table head, for a change also PutItem on head and ledger, and use of their key. logic-plane head show tells whether a change was made';
    throw new MissingEnvironment(`the head could not be reached: ${error.message}. ${needs}`, { cause: error });
  }
}

export const headCommands: Noun = {
  summary: 'Show what is in force; stop a tool or a version within 5 s, and allow it again',
  verbs: {
    show: showOf(runSource),
    withdraw: moveOf('withdraw', runSource),
    reinstate: moveOf('reinstate', runSource),
    suspend: moveOf('suspend', runSource),
    resume: moveOf('resume', runSource),
  },
};
