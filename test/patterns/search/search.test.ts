import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotId } from '../../../contract/artefacts/corpus.ts';
import { response } from '../../../patterns/search/schema.ts';
import { searchCorpus } from '../../../patterns/search/search.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';
import { failureOf } from '../failures.ts';
import { factsOf } from '../facts.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

/** Searches outside a run, so that the snapshot in force is used. */
async function ask(id: SnapshotId, text: string, more: { k?: number; documents?: string[] } = {}) {
  const corpora = bench.open(() => ({ [wording.id]: id }));
  const { k = 10, documents } = more;
  const query = documents === undefined ? { text } : { text, filters: { documents } };
  const call = { ...factsOf(), run: undefined };
  return searchCorpus({ args: { query, corpus: wording.id, k }, corpus: wording, call, corpora });
}
const found = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).result.spans.map(({ passageId }) => passageId);

const codeOf = async (act: () => unknown): Promise<string> => (await failureOf(act)).code;

const files = {
  'glass.md':
    '# Cam\n\n## Cam kırılması\n\nCam kırılmasında muafiyet uygulanmaz.\n\n## Anlaşmalı servis\n\nHasar ihbarı beş iş günü içinde yapılır.\n',
  'theft.md': '# Hırsızlık\n\nAracın çalınması hâlinde ihbar derhâl yapılır.\n\nİstanbul’da ışıklı park.\n',
};

describe('A search', () => {
  it('A search ranks the passage that matches its words highest, and quotes the passage as in the source', async () => {
    const { id } = await bench.build(files);
    const { result, pins } = await ask(id, 'CAM KIRILMASI muafiyeti');
    const [best] = result.spans;
    expect(best).toMatchObject({
      document: 'glass.md',
      section: 'Cam kırılması',
      title: 'Cam',
      retrievalSnapshotId: id,
    });
    expect(best?.quote).toContain('Cam kırılmasında muafiyet uygulanmaz.');
    expect(files['glass.md'].slice(best?.start, best?.end)).toBe(best?.quote);
    expect(best?.matches.map(({ start, end }) => files['glass.md'].slice(start, end))).toContain('kırılmasında');
    expect(response.parse(result)).toEqual(result);
    expect(pins).toEqual({ [wording.id]: id });
  });

  it('A score is a decimal string, passages of equal score are sorted by passage id, and at most k passages are returned', async () => {
    const twins = Object.fromEntries(['c', 'a', 'b', 'd'].map((name) => [`${name}.md`, 'Aynı söz her yerde.\n']));
    const { id } = await bench.build({
      ...twins,
      'other1.md': 'x\n',
      'other2.md': 'y\n',
      'z1.md': 'v\n',
      'z2.md': 'w\n',
    });
    const { result } = await ask(id, 'söz', { k: 3 });
    expect(result.spans.map(({ passageId }) => passageId)).toEqual(['a.md#00001', 'b.md#00001', 'c.md#00001']);
    expect(new Set(result.spans.map(({ score }) => score)).size).toBe(1);
    expect(result.spans[0]?.score).toMatch(/^\d+\.\d{9}$/);
  });

  it('A search with a filter finds passages only in the named documents', async () => {
    const { id } = await bench.build(files);
    expect(await found(id, 'ihbar')).toHaveLength(2);
    expect(await found(id, 'ihbar', { documents: ['theft.md'] })).toEqual(['theft.md#00001']);
    expect(await found(id, 'ihbar', { documents: ['no-such.md'] })).toEqual([]);
  });

  it('A query without a word finds nothing and has the exception empty_query', async () => {
    const { id } = await bench.build(files);
    const answer = await ask(id, ' *"():-^ 😀 ');
    expect(answer.result.spans).toEqual([]);
    expect(answer.exceptions?.map(({ kind }) => kind)).toEqual(['search.empty_query']);
    expect((await ask(id, 'yokböylesöz')).exceptions).toBeUndefined();
  });

  it('If every passage has a word, the word is searched only if the query has no other word', async () => {
    const { id } = await bench.build({ 'a.md': 'sigorta bir\n', 'b.md': 'sigorta iki\n' });
    expect(await found(id, 'sigorta')).toEqual(['a.md#00001', 'b.md#00001']);
    expect(await found(id, 'sigorta iki')).toEqual(['b.md#00001']);
  });

  it.each([
    '"',
    '""" OR "',
    'cam*',
    'cam NEAR ihbar',
    'NEAR(cam ihbar, 2)',
    'section: cam',
    '{section body}: cam',
    '^cam',
    'cam AND NOT ihbar',
    '-cam',
    "'; DROP TABLE passages; --",
    'cam\u0000ihbar',
    '(cam',
  ])('A query in the syntax of the search engine is searched as plain words: %j', async (text) => {
    const { id } = await bench.build(files);
    const words = text.match(/[a-zA-Z]+/g)?.join(' ') ?? '';
    expect((await ask(id, text)).result).toEqual((await ask(id, words === '' ? '-' : words)).result);
  });

  it('For any text as query, a search returns a valid result', async () => {
    const { id } = await bench.build(files);
    const corpora = bench.open(() => ({ [wording.id]: id }));
    const call = { ...factsOf(), run: undefined };
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (noise) => {
        const query = { text: `${noise} cam` };
        const { result } = await searchCorpus({
          args: { query, corpus: wording.id, k: 5 },
          corpus: wording,
          call,
          corpora,
        });
        expect(response.safeParse(result).success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('A query of more than 64 different words is refused', async () => {
    const { id } = await bench.build(files);
    const text = Array.from({ length: 65 }, (_, i) => `${i}`).join(' ');
    expect(await codeOf(() => ask(id, text))).toBe('arguments.invalid');
  });
});

const oddUnits = [
  '😀',
  'e\u0301',
  'i\u0307',
  'İ',
  'ı',
  'ﬁ',
  '\u00AD',
  '\u200D',
  '👩‍👧',
  'ğ',
  'عربي',
  '漢字',
  '\t',
  '\r\n',
  '\r\n\r\n',
  '\n\n',
  '. ',
  ' ',
  '# ',
  '\n## ',
];
const oddText = fc
  .array(
    fc.oneof(fc.constantFrom(...oddUnits), fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constant('sigorta ')),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((parts) => `${parts.join('').toWellFormed().replaceAll('\u0000', '')} aranan söz`);

describe('Passages of Unicode text', () => {
  it('C23: For any Unicode source, the quote of a passage equals the slice of the source at its offsets', async () => {
    await fc.assert(
      fc.asyncProperty(oddText, async (text) => {
        const { id } = await bench.build({ 'odd.md': text });
        const { result } = await ask(id, 'aranan sigorta', { k: 50 });
        const read = new TextDecoder().decode(new TextEncoder().encode(text));
        expect(result.spans.length).toBeGreaterThan(0);
        for (const { start, end, quote, matches } of result.spans) {
          expect(read.slice(start, end)).toBe(quote);
          expect(quote.isWellFormed()).toBe(true);
          for (const match of matches) expect(match.start >= start && match.end <= end).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('C23: If the same sources are built twice, both snapshots have the same id and answer a query alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(oddText, { minLength: 1, maxLength: 4 }), async (texts) => {
        const named = Object.fromEntries(texts.map((text, i) => [`${i}.md`, text]));
        const [one, two] = [await bench.build(named), await bench.build(named)];
        expect(one.id).toBe(two.id);
        expect((await ask(one.id, 'söz sigorta')).result).toEqual((await ask(two.id, 'söz sigorta')).result);
      }),
      { numRuns: 20 },
    );
  });
});

describe('The snapshot that a call searches', () => {
  const inRun = (pins: Record<string, string>) => {
    const facts = factsOf();
    return { ...facts, run: facts.run && { ...facts.run, pins } };
  };
  const args = { query: { text: 'muafiyet ihbar' }, corpus: wording.id, k: 10 };

  it('A call in a run searches the snapshot that the run pins, and a call without a run searches the newest one', async () => {
    const first = await bench.build(files);
    const second = await bench.build({ ...files, 'new.md': 'Yeni muafiyet.\n' });
    const corpora = bench.open(() => ({ [wording.id]: second.id }));
    const asked = { args, corpus: wording, corpora };
    const before = await searchCorpus({ ...asked, call: inRun({ [wording.id]: first.id }) });
    const after = await searchCorpus({ ...asked, call: { ...factsOf(), run: undefined } });
    expect([before.result.retrievalSnapshotId, after.result.retrievalSnapshotId]).toEqual([first.id, second.id]);
    expect(after.result.spans.map(({ document }) => document)).toContain('new.md');
    expect(before.result.spans.map(({ document }) => document)).not.toContain('new.md');
  });

  it('If the snapshot that a run pins cannot be read, the search is refused with run.pin_unavailable', async () => {
    const { id } = await bench.build(files);
    const corpora = bench.open(() => ({ [wording.id]: id }));
    const gone = `snap-${'0'.repeat(64)}`;
    const call = inRun({ [wording.id]: gone });
    expect(await codeOf(() => searchCorpus({ args, corpus: wording, corpora, call }))).toBe('run.pin_unavailable');
  });

  it('If a corpus has no snapshot, or had none when the run was opened, the search is refused with corpus.unpublished', async () => {
    const { id } = await bench.build(files);
    const none = bench.open(() => ({}));
    const outside = { ...factsOf(), run: undefined };
    expect(await codeOf(() => searchCorpus({ args, corpus: wording, corpora: none, call: outside }))).toBe(
      'corpus.unpublished',
    );
    const since = bench.open(() => ({ [wording.id]: id }));
    expect(await codeOf(() => searchCorpus({ args, corpus: wording, corpora: since, call: inRun({}) }))).toBe(
      'corpus.unpublished',
    );
  });

  it('If the snapshot in force cannot be read, the search fails with dependency.unavailable instead of finding nothing', async () => {
    const corpora = bench.open(() => ({ [wording.id]: `snap-${'1'.repeat(64)}` }));
    const call = { ...factsOf(), run: undefined };
    expect(await codeOf(() => searchCorpus({ args, corpus: wording, corpora, call }))).toBe('dependency.unavailable');
  });
});
