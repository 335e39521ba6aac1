import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { locateSource } from '../adapters/located-text/locate.ts';
import type { Extractor } from '../contract/artefacts/extractor.ts';
import { sha256OfBytes } from '../contract/rows/content.ts';
import { extract } from '../patterns/extraction/extract.ts';
import { pdfOf } from '../test/support/documents/pdf.ts';
import { figure, type Area } from './figure.ts';
import { prose } from './prose.ts';
import { median, percentile, timed } from './timing.ts';

const pages = 200;
const linesOfPage = 45;

/** Extractor whose property is on the last of 200 pages, so that every finder except the model searches all pages. */
const extractor: Extractor = {
  id: 'extractor.bench',
  version: '1.0.0',
  title: 'Bench',
  notations: ['tr-TR', 'en-GB'],
  properties: {
    lossDate: {
      type: { kind: 'date' },
      find: [
        { by: 'table', column: ['Tarih'], row: ['Hasar'] },
        { by: 'label', look: ['right', 'below'], labels: ['Kaza tarihi', 'Olay tarihi', 'Date of accident'] },
        {
          by: 'pattern',
          pattern: '(?i)on\\s+(?P<value>\\d{1,2}\\s+\\p{L}+\\s+\\d{4})[^\\n]{0,160}?(?:accident|crash)',
        },
        { by: 'label', look: ['right', 'below'], labels: ['Hasar tarihi', 'Date of loss'] },
      ],
    },
  },
};

/** Area: making the located text of a PDF with 200 pages, and extracting one property from it. */
export const extraction: Area = {
  name: 'extraction',
  async measure() {
    const pdf = manyPages();
    const hash = sha256OfBytes(pdf);
    const used = await memoryOf(() => locateSource(pdf, hash, 'application/pdf'));
    const located = await timed(3, async () => void (await locateSource(pdf, hash, 'application/pdf')));
    const { text } = used.made;
    const source = { id: `src-${hash}`, state: 'located', text } as const;
    const run = async (): Promise<void> => {
      const { result } = await extract({ source, extractor, property: 'lossDate', hints: undefined });
      if (result.status !== 'extracted' || result.value !== '2026-03-12')
        throw new Error('the extraction did not find the date on the last page');
    };
    await timed(5, run);
    const calls = await timed(50, run);
    const reading = `${(text.text.length / 1024).toFixed(0)}k characters of text that are fetched and parsed, and the clauses`;
    return [
      figure('extraction.locate.200p', median(located), {
        unit: 'ms',
        goal: 10_000,
        leavesOut: 'fetching the PDF from the content store',
      }),
      figure('extraction.locate.heap.200p', used.megabytes, {
        unit: 'MB',
        goal: 1024,
        leavesOut: 'the memory of the Node runtime itself',
      }),
      figure('extraction.p50.200p', median(calls), { unit: 'ms', goal: 250, leavesOut: reading }),
      figure('extraction.p99.200p', percentile(calls, 0.99), { unit: 'ms', goal: 500, leavesOut: reading }),
    ];
  },
};

function manyPages(): Uint8Array {
  const { words } = prose(7);
  const all = Array.from({ length: pages }, () => Array.from({ length: linesOfPage }, () => words(9)));
  all.at(-1)?.push('Hasar tarihi: 12 Mart 2026');
  return pdfOf(all);
}

/** Returns the peak of heap and buffers during `make`, minus their size before. */
async function memoryOf<T>(make: () => Promise<T>): Promise<{ readonly made: T; readonly megabytes: number }> {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const held = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, held());
  }, 5);
  const made = await make();
  clearInterval(watch);
  return { made, megabytes: (Math.max(most, held()) - before) / 1024 ** 2 };
}
