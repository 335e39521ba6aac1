import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { corpora as corporaOf } from '../../adapters/corpora/corpora.ts';
import { locateText } from '../../adapters/corpora/locate-text.ts';
import { MemoryContent } from '../../adapters/memory/content.ts';
import type { Corpus } from '../../contract/artefacts/corpus.ts';
import { snapshotDigest, type Corpora, type SnapshotId } from '../../contract/artefacts/corpus.ts';
import type { Head } from '../../contract/system.ts';
import { buildCorpus, type BuiltCorpus } from '../../registry/corpora/build-corpus.ts';

export const wording: Corpus = { id: 'corpus.wording', version: '1.0.0', title: 'Wording', locale: 'tr' };

/** A temporary folder for one test, in which the test builds and opens corpora. */
export interface CorpusBench {
  readonly directory: string;
  readonly content: MemoryContent;
  /** Builds a corpus from files and puts its snapshot into the content store. `files` has the content of each file by its name. */
  build(
    files: Readonly<Record<string, string | Uint8Array>>,
    corpus?: Corpus,
    markings?: readonly string[],
  ): Promise<BuiltCorpus>;
  /**
   * Opens the corpora as a new worker would, without cached files.
   *
   * @param inForce returns the snapshot in force of each corpus
   */
  open(inForce: () => Readonly<Record<string, SnapshotId>>): Corpora;
  remove(): Promise<void>;
}

export async function corpusBench(): Promise<CorpusBench> {
  const directory = await mkdtemp(join(tmpdir(), 'corpora-test-'));
  const content = new MemoryContent();
  let count = 0;
  return {
    directory,
    content,
    build: async (files, corpus = wording, markings = []) => {
      const turn = count++;
      const sources = join(directory, `sources-${turn}`);
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(sources, name)), { recursive: true });
        await writeFile(join(sources, name), text);
      }
      const out = (id: SnapshotId): string => join(directory, `${id}.sqlite`);
      const work = join(directory, `work-${turn}`);
      const built = await buildCorpus({
        corpus: { ...corpus, markings },
        directory: sources,
        out,
        work,
        locate: locateText,
      });
      await content.put('corpora', snapshotDigest(built.id) ?? '', await readFile(built.file));
      return built;
    },
    open: (inForce) => {
      const head: Head = {
        current: async () => ({ release: 'release-1', withdrawn: [], suspended: [], corpora: inForce() }),
      };
      return corporaOf({ head, content, directory: join(directory, `worker-${count++}`) });
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
