import { headWriter } from '../../adapters/tables/head.ts';
import type { HeadState } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given, type Noun } from '../command.ts';
import { knownName } from '../head/known-name.ts';
import { moveName, standing } from '../head/move-name.ts';
import { rekey } from '../head/rekey.ts';
import { moves, refusing, type Move } from '../head/move.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { releaseOption, withReleaseInForce } from '../release-in-force.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';

type Verb = keyof typeof moves;
type Stores = (given: Given) => Promise<Pick<RunSource, 'database' | 'places'>>;

const summaries: Readonly<Record<Verb, string>> = {
  withdraw:
    'Refuse the calls of a tool version and the commits of its Actions, until reinstate. Takes effect within 5 s',
  reinstate: 'Allow a withdrawn tool version again',
  suspend:
    'Refuse the calls of a tool or tool version and the commits of its Actions, until resume. Takes effect within 5 s',
  resume: 'Allow a suspended tool or tool version again',
};

/** Returns the members of the head that may be printed. It omits the telemetry key, which is secret. */
const shown = ({ release, withdrawn, suspended, corpora = {}, exports = {} }: HeadState) => ({
  release,
  withdrawn,
  suspended,
  corpora,
  exports,
});

/** Command `logic-plane head show`. @param stores opens the stores of the deployment that the command line selects */
export const showOf = (stores: Stores): Command => ({
  summary: 'Show the release, the corpora and the exports in force, and the tools that are withdrawn or suspended',
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
      const { release, withdrawn, suspended, corpora, exports } = shown(state);
      const list = (all: readonly string[]): string => (all.length === 0 ? '-' : all.join(', '));
      io.out(`release    ${release}\nwithdrawn  ${list(withdrawn)}\nsuspended  ${list(suspended)}\n`);
      for (const [corpus, snapshot] of Object.entries(corpora)) io.out(`corpus     ${corpus} ${snapshot}\n`);
      for (const [type, snapshot] of Object.entries(exports)) io.out(`export     ${type} ${snapshot}\n`);
    }
    return exitCodes.ok;
  },
});

/** Command `logic-plane head withdraw`, `reinstate`, `suspend` or `resume`. @param stores as for `showOf` */
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
      release: releaseOption,
    }),
  },
  run: async (given, io) => {
    const name = nameOf(verb, given.operands);
    const { database, places } = await stores(given);
    const head = headWriter(database);
    const move: Move = moves[verb];
    const check = (): Promise<void> =>
      withReleaseInForce(given, { database, places }, async (release) => knownName(release, name));
    const { state, changed } = await reached(() => moveName(head, { move, name, check }), unreached);
    if (given.json)
      io.out(`${JSON.stringify({ name, [move.list]: move.to === 'listed', changed, head: shown(state) })}\n`);
    else io.out(told(state, { move, name, changed }));
    return exitCodes.ok;
  },
});

/** Command `logic-plane head rekey`. @param stores as for `showOf` */
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
    const { database } = await stores(given);
    await reached(() => rekey(headWriter(database)), unreached);
    if (given.json) io.out(`${JSON.stringify({ rekeyed: true })}\n`);
    else io.out('The telemetry key was replaced. Every function uses the new one within 5 s\n');
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
  if (!changed) return `${name} is already ${move.list}. Nothing was changed\n`;
  const seen = 'Every function sees it within 5 s\n';
  if (move.to === 'listed') return `${name} is ${move.list}. ${seen}`;
  const still = refusing(state, name);
  const but = still.length === 0 ? '' : `, but its calls are still refused because ${still.join(' and ')}`;
  return `${name} is no longer ${move.list}${but}. ${seen}`;
}

const unreached = {
  says: 'the head could not be read or changed',
  needs:
    'You need dynamodb:GetItem on the table head, for a change also dynamodb:PutItem on head and ledger, and the use of their KMS key. Run logic-plane head show to see if the change was made',
} as const;

export const headCommands: Noun = {
  summary: 'Show the release in force, stop a tool or tool version within 5 s, and allow it again',
  verbs: {
    show: showOf(runSource),
    rekey: rekeyOf(runSource),
    withdraw: moveOf('withdraw', runSource),
    reinstate: moveOf('reinstate', runSource),
    suspend: moveOf('suspend', runSource),
    resume: moveOf('resume', runSource),
  },
};
