import { scoreScale, type CorpusSnapshot, type RankedPassage } from '../../contract/artefacts/corpus.ts';
import type { SearchQuery } from './telling-words.ts';
import { wordsOf, type Word } from './words.ts';

/** The number of passages that BM25 chooses for the second ranking. It is the same for each k, so a greater k only adds passages. */
export const candidates = 50;

/**
 * The weights of three signs that BM25 ignores: the same spelling, words side by side, and a similar heading. Each
 * weight multiplies the inverse document frequencies of the words concerned.
 */
const weights = { spelling: 0.3, neighbours: 0.4, heading: 1 } as const;

export interface ScoredPassage extends RankedPassage {
  /** The words of the passage. */
  readonly words: readonly Word[];
}

/**
 * Ranks passages a second time. A passage gains if it has a word as the query spells it, and if it has words of the
 * query side by side. It also gains if its heading has the words of the query and few others.
 */
export function ranked(
  passages: readonly RankedPassage[],
  query: SearchQuery,
  snapshot: CorpusSnapshot,
): ScoredPassage[] {
  const weigh = weighing(query, snapshot);
  return passages
    .map(({ passage, score }) => {
      const words = wordsOf(passage.text, snapshot.locale);
      const more = weigh(words, wordsOf(passage.section, snapshot.locale));
      return { passage, words, score: Number((score + more).toFixed(scoreScale)) };
    })
    .toSorted((a, b) => b.score - a.score || (a.passage.passageId < b.passage.passageId ? -1 : 1));
}

function weighing({ words }: SearchQuery, snapshot: CorpusSnapshot) {
  const frequencies = snapshot.frequencies(words.map(({ form }) => form));
  const idf = (form: string): number => {
    const count = frequencies.get(form);
    return count === undefined ? 0 : Math.log(1 + (snapshot.passageCount - count + 0.5) / (count + 0.5));
  };
  const known = words.filter(({ form }) => frequencies.has(form));
  const spellings = new Map(known.map(({ spelling, form }) => [spelling, idf(form)]));
  const forms = new Map(known.map(({ form }) => [form, idf(form)]));
  const pairs = pairsOf(words, idf);
  const whole = sum(forms.values());
  return (passage: readonly Word[], section: readonly Word[]): number => {
    const spelled = new Set<string>();
    const beside = new Set<string>();
    let before: Word | undefined;
    for (const word of passage) {
      if (forms.has(word.form)) {
        if (spellings.has(word.spelling)) spelled.add(word.spelling);
        if (before) beside.add(`${before.form} ${word.form}`);
        before = word;
      } else before = undefined;
    }
    return (
      weights.spelling * total(spelled, spellings) +
      weights.neighbours * total(beside, pairs) +
      weights.heading * whole * likeness(section, { spellings, forms })
    );
  };
}

/** Returns the pairs of words that are side by side in the query, with their weights. */
function pairsOf(words: readonly Word[], idf: (form: string) => number): ReadonlyMap<string, number> {
  const places = [...Map.groupBy(words, ({ start }) => start).values()];
  const pairs = places.flatMap((these, i) =>
    these.flatMap((one) => (places[i + 1] ?? []).map((next) => [one.form, next.form] as const)),
  );
  return new Map(pairs.map(([one, next]) => [`${one} ${next}`, (idf(one) + idf(next)) / 2]));
}

/** Returns how alike a heading and the query are, from 0 to 1. A word with another ending counts half. */
function likeness(
  section: readonly Word[],
  { spellings, forms }: Record<'spellings' | 'forms', ReadonlyMap<string, number>>,
): number {
  if (section.length === 0 || forms.size === 0) return 0;
  const heading = new Map(section.map(({ form, spelling }) => [form, spelling]));
  const common = [...heading].filter(([form]) => forms.has(form));
  const shared = sum(common.map(([, spelling]) => (spellings.has(spelling) ? 1 : 0.5)));
  return (shared * shared) / (heading.size * forms.size);
}

const total = (found: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number =>
  sum([...found].map((one) => weights.get(one) ?? 0));

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
