import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Corpus } from '../../../contract/artefacts/corpus.ts';
import { searchCorpus } from '../../../patterns/search/search.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';
import { factsOf } from '../facts.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

type Files = Readonly<Record<string, string>>;

/** Builds a corpus with some passages that have none of the words, and returns the documents that a query finds. */
async function found(files: Files, text: string, locale: Corpus['locale'] = 'tr'): Promise<readonly string[]> {
  const others = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`z${i}.md`, `Zzz${'abcdefgh'[i]} qqq.\n`]));
  const corpus = { ...wording, locale };
  const { id } = await bench.build({ ...files, ...others }, corpus);
  const corpora = bench.open(() => ({ [corpus.id]: id }));
  const call = { ...factsOf(), run: undefined };
  const { result } = await searchCorpus({ args: { query: { text }, corpus: corpus.id, k: 10 }, corpus, call, corpora });
  return result.spans.map(({ document }) => document);
}

describe('The order of found passages', () => {
  it('A passage with the words of a query side by side comes before a passage that has them far apart', async () => {
    const files = {
      'a-apart.md': 'Wear is excluded for each of the tyres, and a tear as well.\n',
      'b-beside.md': 'The tyres are excluded for each wear and tear of them as well.\n',
    };
    expect(await found(files, 'wear and tear', 'en')).toEqual(['b-beside.md', 'a-apart.md']);
  });

  it('A passage with the word as it is written comes before a passage that has the word with another ending', async () => {
    const files = {
      'a-other.md': 'Burada sigortacının ödevleri anlatılır.\n',
      'b-same.md': 'Burada sigortalıya ödevleri anlatılır.\n',
    };
    expect(await found(files, 'sigortalıya')).toEqual(['b-same.md', 'a-other.md']);
    expect(await found(files, 'sigortacının')).toEqual(['a-other.md', 'b-same.md']);
  });

  it('If a stem occurs in most passages, a passage with the whole word comes first', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}.md`, 'Sigortacılar ödeme yapar.\n']));
    const files = { ...many, 'y.md': 'Sigortalıya ödeme ve başka birçok şey yapar.\n' };
    expect((await found(files, 'sigortalıya ödeme'))[0]).toBe('y.md');
    expect(await found(files, 'ödeme')).toHaveLength(10);
  });

  /** Headings as wordings of Turkish motor insurance have them, each with a section that says something else. */
  const headings = [
    'Sigortanın Kapsamı',
    'Teminat Dışında Kalan Haller',
    'Sigorta Ettirenin Beyan Yükümlülüğü',
    'Rizikonun Gerçekleşmesi Halinde Yükümlülükler',
    'Hasarın İhbarı',
    'Tazminatın Hesaplanması ve Ödenmesi',
    'Eksik Sigorta ve Aşkın Sigorta',
    'Halefiyet Hakkı',
    'Sigorta Priminin Ödenmesi',
    'Zamanaşımı ve Yetkili Mahkeme',
  ] as const;

  it.each(headings)(
    'The exact Turkish heading %s finds its section first, whatever case the query has',
    async (heading) => {
      const words = headings.join(' ').split(' ');
      const files = Object.fromEntries(
        headings.flatMap((one, i) => [
          [`h${i}.md`, `# ${one}\n\n${'Bu bölümde poliçenin koşulları yazılıdır. '.repeat(3)}\n`],
          // A section that has the same words, scattered over a long text.
          [`x${i}.md`, `# Diğer hükümler ${i}\n\n${words.map((word) => `${word} ile ilgili açıklama`).join('. ')}.\n`],
        ]),
      );
      const own = `h${headings.indexOf(heading)}.md`;
      for (const query of [heading, heading.toLocaleLowerCase('tr'), heading.toLocaleUpperCase('tr')])
        expect((await found(files, query))[0], query).toBe(own);
    },
  );

  it('A query that is the heading of a section finds that section first', async () => {
    const files = {
      'a-text.md': '# Genel\n\nSigortanın konusu, konusu belli sigortanın konusu ile aynıdır.\n',
      'b-heading.md': `# Sigortanın Konusu\n\n${'Araçta oluşan zarar karşılanır. '.repeat(15)}\n`,
    };
    expect((await found(files, 'Sigortanın konusu'))[0]).toBe('b-heading.md');
  });

  it.each([
    ['tr', 'Madde 5', 'Madde 5\n\nHasar ödenir', 'Madde 12\n\nBu madde 15 ve 25 için 5 gün verir. 5 kişi, 5 araç'],
    ['de', '§ 12 Abs. 3', 'Nach § 12 Abs. 3 wird gezahlt', 'Nach § 3 werden 12 Tage gezahlt, Abs. 12 und 3 Abs. 3'],
    ['en', 'Article 7(2)', 'Under Article 7(2) we pay', 'An article of 2 parts and 7 more: article 2, 7, 2, 7'],
  ] as const)(
    'In a corpus in %s, a query for %s finds the passage that names it and no passage with its digits alone',
    async (...[locale, query, named, scattered]) => {
      const files = { 'a-scattered.md': `# ${scattered}.\n`, 'b-named.md': `# ${named}.\n` };
      expect(await found(files, query, locale)).toEqual(['b-named.md']);
    },
  );
});

describe('A word with one wrong letter', () => {
  it.each([
    ['one letter less', 'kırılmsı'],
    ['one letter more', 'kırıılması'],
    ['another letter', 'kirelması'],
    ['two letters exchanged', 'kıırlması'],
  ])('A word of six or more letters with %s is found', async (_, typed) => {
    expect(await found({ 'a.md': 'Cam kırılması ödenir.\n', 'b.md': 'Lastik patlağı ödenir.\n' }, typed)).toEqual([
      'a.md',
    ]);
  });

  it('A word with two wrong letters is not found, and neither is a short word with one', async () => {
    const files = { 'a.md': 'Cam kırılması ödenir.\n' };
    expect(await found(files, 'kxrxlması')).toEqual([]);
    expect(await found(files, 'cxm')).toEqual([]);
  });

  it('A word that the corpus has is not replaced by a word that differs by one letter', async () => {
    const files = { 'a.md': 'Policy number one.\n', 'b.md': 'Police number two.\n' };
    expect(await found(files, 'police', 'en')).toEqual(['b.md']);
  });

  it('If five words of a query have one wrong letter each, four of them are corrected, and `matches` has the places of the right words', async () => {
    const files = { 'a.md': 'alpinist bergbauer chemiker dachdecker elektriker.\n' };
    const wrong = 'alpimist bergbaver chemiher dachdeeker elektrixer';
    const { id } = await bench.build({ ...files, 'b.md': 'q\n', 'c.md': 'w\n' }, { ...wording, locale: 'de' });
    const corpora = bench.open(() => ({ [wording.id]: id }));
    const call = { ...factsOf(), run: undefined };
    const args = { query: { text: wrong }, corpus: wording.id, k: 1 };
    const { result } = await searchCorpus({ args, corpus: { ...wording, locale: 'de' }, call, corpora });
    const places = result.spans[0]?.matches.map(({ start, end }) => files['a.md'].slice(start, end));
    expect(places).toEqual(['alpinist', 'bergbauer', 'chemiker', 'dachdecker']);
  });
});
