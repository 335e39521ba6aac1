import { describe, expect, it } from 'vitest';
import { foldedWord } from '../../../patterns/search/fold.ts';
import { articlesIn } from '../../../patterns/search/articles.ts';

const forms = (text: string): readonly string[] => articlesIn(foldedWord(text)).map(({ form }) => form);

describe('Numbers of articles', () => {
  it.each([
    ['Madde 5', ['qa5']],
    ['MADDE 5 – Sigortanın konusu', ['qa5']],
    ['md. 12', ['qa12']],
    ['m. 12', ['qa12']],
    ['5. madde', ['qa5']],
    ["5'inci maddenin", ['qa5']],
    ['5 inci madde', ['qa5']],
    ['Madde 7/2', ['qa7', 'qa7q2']],
    ['Madde 7 fıkra 2', ['qa7', 'qa7q2']],
    ['7 nci maddenin 2 nci fıkrası', ['qa7', 'qa7q2']],
    ['Article 7(2)', ['qa7', 'qa7q2']],
    ['Article 7, paragraph 2', ['qa7', 'qa7q2']],
    ['Art. 7 Abs. 2', ['qa7', 'qa7q2']],
    ['§ 12 Abs. 3', ['qp12', 'qp12q3']],
    ['§12a Absatz 3', ['qp12a', 'qp12aq3']],
    ['Section 4', ['qs4']],
    ['Abschnitt 4', ['qs4']],
    ['Bölüm 4', ['qs4']],
  ])('The number of an article, paragraph or section is one word in every language: %s', (text, words) => {
    expect(forms(text)).toEqual(words);
  });

  it.each(['A3', 'smart 5', 'madde', 'articles of 1995 cars', 'S3', '120 m² alan', '5 maddi hasar'])(
    'Text that does not name an article has no number of one: %s',
    (text) => {
      expect(forms(text)).toEqual([]);
    },
  );

  it('The place of an article’s number in a text is the place of the words that name the article, such as `Article 5`', () => {
    const text = 'siehe § 12 Abs. 3 der Bedingungen';
    expect(articlesIn(foldedWord(text)).map(({ start, end }) => text.slice(start, end))).toEqual([
      '§ 12',
      '§ 12 Abs. 3',
    ]);
  });
});
