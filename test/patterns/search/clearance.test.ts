import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import { failures } from '../../../contract/failures.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { System } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { search } from '../../../patterns/search/pattern.ts';
import { answered, callTo, refusedWith } from '../../support/calls.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { recordOf } from '../../support/tools.ts';
import { definition } from '../../support/definition.ts';
import { policies } from '../../support/policies.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

const used = `${wording.id}@${wording.version}`;

/** Makes a search over one corpus with these markings, for a caller with these clearances. */
async function searching(
  corpusMarkings: readonly string[],
  clearances: readonly string[],
  {
    allowed = ['pii.high'],
    builtWith = corpusMarkings,
  }: { readonly allowed?: readonly string[]; readonly builtWith?: readonly string[] } = {},
) {
  const files = { 'a.md': 'Cam kırılmasında muafiyet uygulanmaz.\n', 'b.md': 'Başka söz.\n' };
  const { id } = await bench.build(files, wording, builtWith);
  const record = recordOf(
    'tool.test.search',
    { pattern: 'search', effectClass: 'read-internal' },
    { uses: [used], markings: allowed },
  );
  const descriptor = {
    kind: 'Corpus',
    name: wording.id,
    version: wording.version,
    digest: hashOf(wording),
    markings: corpusMarkings,
  } as const;
  const release = releaseOf({
    tools: [{ record }],
    artefacts: [{ descriptor, content: wording }],
    agents: { 'test-agent': definition([record], { clearances }) },
    policies,
  });
  const world = memoryWorld({ release: release.id });
  const system: System = { ...world, library: libraryOf(release), pdp: cedarPdp(), engine: 'engine-1', now: Date.now };
  const corpora = bench.open(() => ({ [wording.id]: id }));
  const run = tool(search, system, { corpora });
  return {
    snapshot: id,
    ask: (text: string) => run(callTo(record, { query: { text }, corpus: wording.id, k: 5 })),
    events: () => world.stored.items('ledger').map((item) => JSON.parse(String(item['event'])) as AuditEvent),
  };
}

describe('The markings of a corpus', () => {
  it('C14: If the caller lacks a clearance for the corpus, a search is refused with 403, whether it would find a passage or not', async () => {
    const { ask, events } = await searching(['pii.high'], ['pii.medium']);
    const refused = [await ask('muafiyet'), await ask('nothing of the kind')].map(refusedWith);
    expect(refused).toEqual(['permission.denied', 'permission.denied']);
    expect(failures['permission.denied'].status).toBe(403);
    expect(events()).toMatchObject([
      { outcome: 'refused', code: 'permission.denied', verdict: 'deny', markings: ['pii.high'] },
      { outcome: 'refused', code: 'permission.denied', verdict: 'deny', markings: ['pii.high'] },
    ]);
  });

  it('C14: If a search is refused, the file of the corpus is not even read', async () => {
    const before = bench.content.requests.length;
    const { ask } = await searching(['pii.high'], []);
    await ask('muafiyet');
    expect(bench.content.requests.slice(before).filter((request) => request.startsWith('get'))).toEqual([]);
  });

  it('C14: The result of a search has the markings of the corpus, and the receipt pins the snapshot', async () => {
    const { ask, snapshot } = await searching(['pii.medium', 'regulated.kvkk'], ['pii.high', 'regulated.kvkk'], {
      allowed: ['pii.high', 'regulated.kvkk'],
    });
    const outcome = answered(await ask('muafiyet'));
    expect(outcome.receipt.markings).toEqual(['pii.medium', 'regulated.kvkk']);
    expect(outcome.receipt.pins).toMatchObject({ [wording.id]: snapshot, [used]: hashOf(wording) });
  });

  it('C14: A snapshot keeps the markings that it was built with, even if the corpus of a later release has none', async () => {
    const { ask, events } = await searching([], ['pii.medium'], { allowed: ['pii.high'], builtWith: ['pii.high'] });
    expect(refusedWith(await ask('muafiyet'))).toBe('marking.exceeds_clearance');
    expect(events()).toMatchObject([{ outcome: 'refused', code: 'marking.exceeds_clearance' }]);
    const cleared = await searching([], ['pii.high'], { allowed: ['pii.high'], builtWith: ['pii.high'] });
    expect(answered(await cleared.ask('muafiyet')).receipt.markings).toEqual(['pii.high']);
  });
});
