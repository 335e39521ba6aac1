import { sourceStore } from '../../adapters/tables/sources.ts';
import { isSourceId } from '../../contract/rows/located-text.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given, type Noun } from '../command.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { releaseOption, withReleaseInForce } from '../release-in-force.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';
import { lowerMarkings } from '../sources/lower.ts';

type Stores = (given: Given) => Promise<Pick<RunSource, 'database' | 'places'>>;

const unreached = {
  says: 'the source could not be read or changed',
  needs:
    'You need dynamodb:GetItem on the tables head and sources, dynamodb:UpdateItem on sources, dynamodb:PutItem on ledger, and the use of their KMS key',
} as const;

const example = `logic-plane source lower src-${'1d24839a'.repeat(8)} pii.medium`;

/** Command `logic-plane source lower`. @param stores opens the stores of the deployment that the command line selects */
export const lowerOf = (stores: Stores): Command => ({
  summary: 'Lower the markings of a source to exactly the named ones, with an event in the audit log',
  operands: 'SOURCE MARKING... [--release DIR] [--outputs FILE --stage STAGE]',
  examples: [example, `${example} --tenant acme --outputs outputs.json --stage prod`],
  options: { ...deployment, release: releaseOption },
  run: async (given, io) => {
    const [id, ...markings] = given.operands;
    if (id === undefined || !isSourceId(id) || markings.length === 0)
      throw new UsageError('source lower takes the id of a source and at least one marking, such as pii.medium');
    const opened = await stores(given);
    const store = sourceStore(opened.database);
    const lower = () => withReleaseInForce(given, opened, (release) => lowerMarkings(store, { id, markings, release }));
    const { before, after, changed } = await reached(lower, unreached);
    if (given.json) io.out(`${JSON.stringify({ source: id, before, markings: after, changed })}\n`);
    else if (!changed) io.out(`${id} already has the markings ${after.join(', ')}. Nothing was changed\n`);
    else io.out(`${id} has the markings ${after.join(', ')} instead of ${before.join(', ')}\n`);
    return exitCodes.ok;
  },
});

export const sourceCommands: Noun = {
  summary: 'Lower the markings of a source',
  verbs: { lower: lowerOf(runSource) },
};
