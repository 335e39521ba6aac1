import { describe, expect, it } from 'vitest';
import type { Corpus } from '../../../contract/artefacts/corpus.ts';
import type { Descriptor } from '../../../contract/artefacts/artefacts.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import type { Run } from '../../../contract/rows/run.ts';
import { openRun } from '../../../lambdas/runs/open-run.ts';
import { requestBy, bodyOfAnswer } from '../../support/http-request.ts';
import { agent } from '../../support/calls.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { recordOf } from '../../support/tools.ts';
import { definition } from '../../support/definition.ts';
import { policies } from '../../support/policies.ts';

const corpusOf = (id: string): { descriptor: Descriptor<'Corpus'>; content: Corpus } => {
  const content: Corpus = { id, version: '1.0.0', title: id, locale: 'tr' };
  const { version } = content;
  return { descriptor: { kind: 'Corpus', name: id, version, digest: hashOf(content), markings: [] }, content };
};

const record = recordOf(
  'tool.test.search',
  { pattern: 'search', effectClass: 'read-internal' },
  {
    uses: ['corpus.wording@1.0.0', 'corpus.empty@1.0.0'],
  },
);
const release = releaseOf({
  tools: [{ record }],
  artefacts: ['corpus.wording', 'corpus.empty', 'corpus.foreign'].map(corpusOf),
  agents: { 'test-agent': definition([record]) },
  policies,
});

async function opened(
  corpora: Readonly<Record<string, string>> | undefined,
  suspended: readonly string[] = [],
): Promise<Run> {
  const runs: Run[] = [];
  const state = { release: release.id, withdrawn: [], suspended, ...(corpora === undefined ? {} : { corpora }) };
  const open = openRun({
    head: { current: async () => state },
    library: libraryOf(release),
    open: async (run) => void runs.push(run),
    engine: 'engine-1',
  });
  const answer = await open(requestBy(agent, { body: { purpose: 'testing' } }));
  const [run] = runs;
  if (!run) throw new Error('no run was opened');
  expect(bodyOfAnswer(answer)).toMatchObject({ pins: run.pins });
  return run;
}

describe('A new run while something is suspended', () => {
  it.each([
    ['all', 'all.suspended'],
    ['agent/test-agent', 'agent.suspended'],
  ])('While %s is suspended, an agent cannot open a run', async (name, code) => {
    await expect(opened({}, [name])).rejects.toMatchObject({ code });
  });

  it('While another agent or one of its tools is suspended, an agent can open a run', async () => {
    expect(await opened({}, ['agent/other-agent', record.id])).toMatchObject({ runId: expect.any(String) });
  });
});

describe('The corpora of a new run', () => {
  it('A new run pins the snapshot in force of each corpus that its caller can search, and of no other corpus', async () => {
    const [one, two] = [`snap-${'1'.repeat(64)}`, `snap-${'2'.repeat(64)}`];
    const { pins } = await opened({ 'corpus.wording': one, 'corpus.foreign': two });
    expect(Object.keys(pins)).toEqual([
      'corpus.empty@1.0.0',
      'corpus.wording',
      'corpus.wording@1.0.0',
      'tool.test.search@1.0.0',
    ]);
    expect(pins['corpus.wording']).toBe(one);
  });

  it('If a corpus has no snapshot in force, a new run pins none of it', async () => {
    expect(Object.keys((await opened(undefined)).pins)).not.toContain('corpus.wording');
  });
});
