import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidenceSpan } from '../../../contract/values/shapes.ts';
import { classification } from '../../../patterns/classification/pattern.ts';
import { searchCorpus } from '../../../patterns/search/search.ts';
import { differences } from '../../../registry/signature/bump/subset.ts';
import { platformShapes } from '../../../registry/signature/platform-shapes.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';
import { attached } from '../action-staging/staged.ts';
import { severity, subject } from '../classification/schemas.ts';
import { factsOf } from '../facts.ts';
import { recordOf } from '../records.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

const args = { query: { text: 'muafiyet' }, corpus: wording.id, k: 1 };

async function searched() {
  const { id } = await bench.build({ 'a.md': 'Camda muafiyet vardır.\n', 'b.md': 'Lastik.\n', 'c.md': 'Motor.\n' });
  const corpora = bench.open(() => ({ [wording.id]: id }));
  const { result } = await searchCorpus({ args, corpus: wording, call: { ...factsOf(), run: undefined }, corpora });
  return { id, result };
}

/** Classifies a claim whose estimate comes with evidence, as a caller passes it on from a search. */
async function classified(from: unknown) {
  const [money, ...rest] = severity.dimensions;
  const dimensions = [{ ...money, evidenceAt: '/from' }, ...rest] as typeof severity.dimensions;
  const asked = { subject: { ...subject({ from }) }, schema: severity.id };
  const refs = { schema: { ...severity, dimensions } };
  const { result } = await classification.execute({ args: asked, refs, ports: {}, settings: {}, call: undefined });
  return { asked, result };
}

describe('A span that a search found, as evidence', () => {
  it('Every span of a search is an EvidenceSpan, both for the engine and for the signatures of tools', async () => {
    const { result } = await searched();
    for (const span of result.spans) expect(evidenceSpan.parse(span)).toEqual(span);
    const { SearchSpan: sub, EvidenceSpan: sup } = platformShapes;
    expect(differences({ sub, sup }, { tolerant: false })).toEqual([]);
  });

  it('A classification accepts the span of a search as evidence and passes it on with the id of its snapshot', async () => {
    const { id, result } = await searched();
    const { result: verdict } = await classified(result.spans);
    expect(verdict).toMatchObject({ status: 'classified', evidence: [{ retrievalSnapshotId: id }] });
    expect(verdict).toMatchObject({ evidence: result.spans });
  });

  it('An Action is staged with the span of a search, and the approver sees the quote and the id of its snapshot', async () => {
    const { id, result } = await searched();
    const { asked, result: verdict } = await classified(result.spans);
    const found = recordOf({ tool: 'tool.wording.search', function: 'search', args, result });
    const judged = recordOf({ tool: 'tool.claim.classify', function: 'classification', args: asked, result: verdict });
    const { case: shown } = await attached({
      cited: [found, judged],
      evidence: [
        { event: found.receipt.eventId, result },
        { event: judged.receipt.eventId, arguments: asked, result: verdict },
      ],
    });
    const span = { quote: 'Camda muafiyet vardır.', retrievalSnapshotId: id };
    expect(shown.evidence[0]?.result).toMatchObject({ spans: [span], retrievalSnapshotId: id });
    expect(shown.evidence[1]?.result).toMatchObject({ evidence: [span] });
  });
});
