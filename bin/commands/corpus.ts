import { join, resolve } from 'node:path';
import { locateText } from '../../adapters/corpora/locate-text.ts';
import { publishSnapshot, SnapshotRefused } from '../../adapters/corpora/publish-snapshot.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import { Failure } from '../../contract/failures.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { buildCorpus } from '../../registry/corpora/build-corpus.ts';
import { CorpusRefused } from '../../registry/corpora/refused.ts';
import { tenantCorpora, type TenantCorpus } from '../../registry/corpora/tenant-corpora.ts';
import { mustBeRegularFile } from '../../registry/files/regular-file.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io, type Noun } from '../command.ts';
import { counted } from '../counted.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { deployment } from '../objects/deployment.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';

const buildFolder = join(import.meta.dirname, '..', '..', '.build');

const build: Command = {
  summary: 'Build a snapshot of a corpus from Markdown, text, HTML and PDF files. Its id is the hash of its bytes',
  operands: 'DIR [--corpus CORPUS] [--out FILE]',
  examples: [
    'logic-plane corpus build tenants/demo/corpora/corpus.wording.tr',
    'logic-plane corpus build ../wordings --corpus corpus.wording.tr --out wording.sqlite',
  ],
  options: {
    corpus: { type: 'string', says: "id of the tenant's corpus (default: the corpus whose documents are in DIR)" },
    out: { type: 'string', says: 'path of the file to write (default: .build/TENANT/corpora/CORPUS.sqlite)' },
  },
  run: async (given, io) => {
    const [directory, ...more] = given.operands;
    if (directory === undefined || more.length > 0)
      throw new UsageError('corpus build takes one folder of documents. See logic-plane corpus build --help');
    const { corpus } = corpusOf(await tenantCorpora(given.tenantsDir, given.tenant), directory, given);
    const { out: asked } = given.options;
    const out = typeof asked === 'string' ? asked : join(buildFolder, given.tenant, 'corpora', `${corpus.id}.sqlite`);
    const progress = progressLine(io, given.json);
    return refusable(given, io, async () => {
      const built = await buildCorpus({
        corpus,
        directory,
        out,
        work: `${out}.${process.pid}`,
        locate: locateText,
        onProgress: ({ document, done, of }) => progress.show(`${done}/${of} ${document}`),
      }).finally(() => progress.end());
      const { id, file, documents, passages, sizeBytes } = built;
      if (given.json)
        io.out(`${JSON.stringify({ corpus: corpus.id, snapshot: id, file, documents, passages, sizeBytes })}\n`);
      else {
        io.out(
          `${corpus.id}: ${counted(passages, 'passage')} of ${counted(documents, 'document')}, ${(sizeBytes / 1024).toFixed(0)} KB\n`,
        );
        io.out(`${id}\nwrote ${file}\nNext: npx logic-plane corpus publish ${file}\n`);
      }
    });
  },
};

function corpusOf(all: readonly TenantCorpus[], directory: string, { options, tenant }: Given): TenantCorpus {
  const ids = all.map(({ corpus }) => corpus.id);
  const { corpus: named } = options;
  if (typeof named === 'string') {
    const found = all.find(({ corpus }) => corpus.id === named);
    if (!found) throw new UsageError(`tenant ${tenant} has no corpus ${named}. ${suggestion(named, ids)}`);
    return found;
  }
  const found = all.find((one) => resolve(one.directory) === resolve(directory));
  if (!found)
    throw new UsageError(
      `no corpus of tenant ${tenant} has its documents in ${directory}. Name the corpus with --corpus ID`,
    );
  return found;
}

/** Command `logic-plane corpus publish`. @param stores opens the stores of the deployment that the command line selects */
export const publishTo = (stores: (given: Given) => Promise<Pick<RunSource, 'database' | 'content'>>): Command => ({
  summary: 'Store a snapshot and put it in force. Runs that are opened at least 5 s later search it',
  operands: 'FILE [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane corpus publish .build/demo/corpora/corpus.wording.tr.sqlite',
    'logic-plane corpus publish wording.sqlite --tenant acme --outputs outputs.json --stage prod',
  ],
  options: deployment,
  run: async (given, io) => {
    const [file, ...more] = given.operands;
    if (file === undefined || more.length > 0)
      throw new UsageError('corpus publish takes one snapshot file. See logic-plane corpus publish --help');
    mustBeRegularFile(file, { ifMissing: 'Build it first: logic-plane corpus build' });
    const { database, content } = await stores(given);
    return refusable(given, io, async () => {
      const published = await publishSnapshot(file, { content, head: headWriter(database) });
      const { corpus, snapshot, replaces, moved } = published;
      if (given.json) io.out(`${JSON.stringify({ ...published, replaces: replaces ?? null })}\n`);
      else if (!moved) io.out(`${corpus}: ${snapshot} was already in force. Nothing was changed\n`);
      else {
        const before = replaces === undefined ? '' : `. It replaces ${replaces}`;
        io.out(`${corpus}: ${snapshot} is in force${before}. Every function sees it within 5 s\n`);
      }
    });
  },
});

async function refusable({ json }: Given, io: Io, work: () => Promise<void>): Promise<ExitCode> {
  try {
    await work();
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof Failure) {
      throw new MissingEnvironment(`the snapshot was not published: ${error.message}. Run the command again`, {
        cause: error,
      });
    }
    if (!(error instanceof CorpusRefused) && !(error instanceof SnapshotRefused)) throw error;
    const fix = error instanceof CorpusRefused ? error.fix : undefined;
    if (json) io.out(`${JSON.stringify({ error: error.name, message: error.message, ...(fix && { fix }) })}\n`);
    else io.err(`${error.message}${fix === undefined ? '' : `. ${fix}`}\n`);
    return exitCodes.finding;
  }
}

export const corpusCommands: Noun = {
  summary: 'Build and publish the corpora that tools search',
  verbs: { build, publish: publishTo(runSource) },
};
