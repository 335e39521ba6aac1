import { expect, it } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshot } from '../../../adapters/corpora/sqlite-snapshot.ts';
import { tellingWords } from '../../../patterns/search/telling-words.ts';
import { unitNumbersOf, wordsOf } from '../../../patterns/search/words.ts';
import { locateMarkdown } from '../../../registry/corpora/markdown.ts';
import { writeSnapshot } from '../../../registry/corpora/write-snapshot.ts';

const forms = (text: string): readonly string[] =>
  [...wordsOf(text, 'en'), ...unitNumbersOf(text, '1')].map(({ form }) => form);

it.each([
  ['3.2(b)', ['3', 'k3q2', 'k3q2qb', '2', 'b']],
  ['3.2 (b)', ['3', 'k3q2', 'k3q2qb', '2', 'b']],
  ['clause 10.4.1', ['clause', '10', 'k10q4q1', '4', '1']],
  ['5 cars', ['5', 'car']],
  ['A3.2', ['a3', '2']],
])('The number of a clause is indexed as one word and as its parts: %j', (text, words) => {
  expect(forms(text).toSorted()).toEqual(words.toSorted());
});

it('A search for 3.2(b) finds the passage of clause 3.2(b) first, and not the one about plan b with 3 cars and 2 drivers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clauses-'));
  const bytes = await readFile(join(import.meta.dirname, '..', '..', 'documents', 'small', '25-clauses.md'));
  const file = join(folder, 'a.sqlite');
  await writeSnapshot(file, { id: 'corpus.a', title: 'A', locale: 'en', markings: [] }, [
    { name: 'a.md', located: locateMarkdown('a.md', bytes) },
  ]);
  const snapshot = openSnapshot(file, `snap-${'a'.repeat(64)}`);
  if (!snapshot) throw new Error('no snapshot');
  const { forms } = tellingWords('3.2(b)', snapshot);
  const [best] = snapshot.best(forms, 5, undefined);
  expect(best?.passage.text).toContain('3.2(b) Wear and tear');
  await rm(folder, { recursive: true });
});
