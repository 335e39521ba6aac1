import { sha256, type Hash } from '../../../contract/values/canonical.ts';
import type { LocatedText, LocatedWord, SourceException } from '../../../contract/rows/located-text.ts';
import type { PageBox, ScannedPage, ScannedWord } from '../../../contract/rows/scanned-page.ts';
import { laidOut } from '../pdf/layout.ts';
import type { PdfRun } from '../pdf/runs.ts';
import { TextBuilder } from '../text-builder.ts';

/** Our version of the reading of scans. Raise it with every change that can move an offset. */
export const scanExtractor = { extractor: 'textract', version: '1' } as const;

export interface ScannedSource {
  readonly sourceHash: Hash;
  readonly mediaType: string;
  /** The version of the reader's model. */
  readonly model: string;
  readonly pages: readonly ScannedPage[];
}

/**
 * Makes the located text of a scan: its words in reading order, each with its box and the confidence of its reader. A
 * scan without words has no text.
 */
export function locatedScan({ sourceHash, mediaType, model, pages }: ScannedSource): LocatedText | SourceException {
  const builder = new TextBuilder();
  const words: LocatedWord[] = [];
  for (const { number, words: found } of pages) {
    const runs = new Map(found.map((word) => [runOf(word), word]));
    const laid = laidOut([...runs.keys()]);
    const page = builder.append(laid.text);
    builder.region('page', String(number), page);
    builder.append('\n\n');
    for (const { run, start, end } of laid.placed) {
      const word = runs.get(run);
      if (word === undefined) continue;
      const { box, confidence } = word;
      words.push({ start: page.start + start, end: page.start + end, page: number, box, confidence });
    }
  }
  if (!builder.hasSeen) return { kind: 'source.no_text', detail: 'Amazon Textract found no text in the file either' };
  const located = builder.build();
  return {
    sourceHash,
    extractor: scanExtractor.extractor,
    extractorVersion: `${scanExtractor.version}+${model}`,
    mediaType,
    ...located,
    words,
    textHash: sha256(located.text),
  };
}

/** The size of A4 in points. A reader of scans does not tell the size of a page, and only proportions matter. */
const paper = { width: 595, height: 842 } as const;

/**
 * Places a word as if it were printed. All words of a line have the height and the baseline of the line, so that a low
 * word beside a high one does not count as a raised mark.
 */
function runOf({ text, box, line }: ScannedWord): PdfRun {
  return {
    text,
    x: box.left * paper.width,
    y: baseline(line),
    width: box.width * paper.width,
    height: Math.max(1, line.height * paper.height),
    turned: 0,
    seen: true,
  };
}

/** The share of a line's height that is below its baseline. */
const descent = 0.2;
const baseline = ({ top, height }: PageBox): number => (1 - top - height * (1 - descent)) * paper.height;
