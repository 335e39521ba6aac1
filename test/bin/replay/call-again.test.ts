import { describe, expect, it } from 'vitest';
import { callAgain, type Again } from '../../../bin/replay/call-again.ts';
import { comparedWithRecord, pinDifferences } from '../../../bin/replay/verdict.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import { snapshotIdOf, type Corpora, type CorpusSnapshot, type Passage } from '../../../contract/artefacts/corpus.ts';
import type { DispatchRecord } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { search } from '../../../patterns/search/pattern.ts';
import { agent, answered, callTo } from '../../support/calls.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { recordOf } from '../../support/tools.ts';
import { definition } from '../../support/definition.ts';
import { policies } from '../../support/policies.ts';
import { testWorld } from '../../support/world.ts';

const corpus = { id: 'corpus.wording', version: '1.0.0', title: 'Wording', locale: 'en' } as const;
const snapshotId = snapshotIdOf('a'.repeat(64));
const text = 'Theft is covered.';
const passage: Passage = {
  passageId: 'wording#1',
  document: 'wording.md',
  title: 'Wording',
  section: '',
  sourceHash: 'b'.repeat(64),
  extractor: 'text',
  extractorVersion: '1',
  textHash: 'c'.repeat(64),
  start: 0,
  text,
};
const snapshot = (score: number): CorpusSnapshot => ({
  id: snapshotId,
  format: '2',
  locale: 'en',
  markings: [],
  passageCount: 1,
  frequencies: (words) => new Map(words.map((word) => [word, 1])),
  best: () => [{ passage, score }],
});
const corpora = (open: Corpora['open']): Corpora => ({ current: async () => undefined, open });

const record = recordOf(
  'tool.wording.search',
  { pattern: 'search', effectClass: 'read-internal' },
  { uses: ['corpus.wording@1.0.0'] },
);
const digest = hashOf(corpus);
const release = releaseOf({
  tools: [{ record }],
  artefacts: [
    { descriptor: { kind: 'Corpus', name: corpus.id, version: '1.0.0', digest, markings: [] }, content: corpus },
  ],
  agents: { 'test-agent': definition([record]) },
  policies,
});

/**
 * Makes a search in a run that pins a snapshot. @returns the record of the search, and a function that makes it again with the given corpora
 */
async function recordSearch(): Promise<{ kept: DispatchRecord; again: (of: Corpora) => Promise<Again> }> {
  const world = testWorld([{ record }]);
  const system = {
    ...world.system,
    library: libraryOf(release),
    head: { current: async () => ({ release: release.id, withdrawn: [], suspended: [] }) },
  };
  const runId = await world.openRun({ release: release.id, pins: { [corpus.id]: snapshotId } });
  const run = tool(search, system, { corpora: corpora(async () => snapshot(1.5)) });
  const asked = { query: { text: 'theft' }, corpus: corpus.id, k: 3 };
  const { receipt } = answered(await run(callTo(record, asked, { runId, caller: agent })));
  const [kept] = await world.dispatches.read([receipt.eventId]);
  const opened = await world.runs.find(runId);
  if (!kept || !opened) throw new Error(`the ledger has no record of ${receipt.eventId}`);
  const given = { release, run: opened, sources: world.sources, engine: 'engine-1' };
  return { kept, again: (of) => callAgain(kept, JSON.stringify(asked), { ...given, corpora: of }) };
}

const verdictOf = (kept: DispatchRecord, again: Again) =>
  comparedWithRecord(kept, again, { pins: pinDifferences(kept, release, again), engine: 'engine-1' });

describe('callAgain of a search', () => {
  it('A repeated search opens the snapshot that the run pins, and never asks which snapshot is in force', async () => {
    const { kept, again } = await recordSearch();
    const opened: string[] = [];
    const found = await again({
      current: async () => {
        throw new Error('asked what is in force');
      },
      open: async (_corpus, id) => {
        opened.push(id);
        return snapshot(1.5);
      },
    });
    expect(opened).toEqual([snapshotId]);
    expect(verdictOf(kept, found)).toMatchObject({ verdict: 'same', pins: [] });
  });

  it('If the snapshot ranks its passages differently, the verdict on a repeated search is `another-result`', async () => {
    const { kept, again } = await recordSearch();
    const found = await again(corpora(async () => snapshot(2.5)));
    expect(verdictOf(kept, found).verdict).toBe('another-result');
  });

  it.each([
    ['is missing', async () => undefined],
    [
      'cannot be reached',
      async () => {
        throw new Error('away');
      },
    ],
  ])(
    'If the pinned corpus %s, the verdict on a search is `not-replayable` because of run.pin_unavailable',
    async (_name, open) => {
      const { kept, again } = await recordSearch();
      const found = await again(corpora(open));
      expect(verdictOf(kept, found)).toMatchObject({
        verdict: 'not-replayable',
        detail: 'run.pin_unavailable: the corpus that the call reads could not be read',
      });
    },
  );
});
