/** A line of a page: its words with their left edges and widths, and the top edge of the line, as shares of the page. */
export interface Line {
  readonly top: number;
  readonly words: readonly {
    readonly text: string;
    readonly left: number;
    readonly width: number;
    readonly confidence?: number;
  }[];
}

/**
 * Makes the blocks that Textract returns for a page (API reference: Block, Geometry, BoundingBox, Relationship): a PAGE
 * with its LINEs, each with its WORDs.
 */
export function blocksOf(page: number, lines: readonly Line[]): readonly unknown[] {
  const box = ([left, top, width, height]: readonly [number, number, number, number]): unknown => ({
    BoundingBox: { Left: left, Top: top, Width: width, Height: height },
    Polygon: [
      { X: left, Y: top },
      { X: left + width, Y: top },
      { X: left + width, Y: top + height },
      { X: left, Y: top + height },
    ],
    RotationAngle: 0,
  });
  const id = (...numbers: readonly number[]): string => `block-${page}-${numbers.join('-')}`;
  const children = (ids: readonly string[]): unknown => [{ Type: 'CHILD', Ids: ids }];
  const made = lines.flatMap(({ top, words }, line) => {
    const left = Math.min(...words.map((word) => word.left));
    const right = Math.max(...words.map((word) => word.left + word.width));
    return [
      {
        BlockType: 'LINE',
        Id: id(line),
        Page: page,
        Confidence: 99,
        Text: words.map(({ text }) => text).join(' '),
        Geometry: box([left, top, right - left, 0.015]),
        Relationships: children(words.map((_, i) => id(line, i))),
      },
      ...words.map(({ text, left: from, width, confidence = 99.5 }, i) => ({
        BlockType: 'WORD',
        Id: id(line, i),
        Page: page,
        Confidence: confidence,
        Text: text,
        TextType: 'PRINTED',
        Geometry: box([from, top + 0.002, width, 0.011]),
      })),
    ];
  });
  return [
    {
      BlockType: 'PAGE',
      Id: id(),
      Page: page,
      Geometry: box([0, 0, 1, 1]),
      Relationships: children(lines.map((_, i) => id(i))),
    },
    ...made,
  ];
}

/** Makes an answer of GetDocumentTextDetection. */
export const finishedJob = (blocks: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): unknown => ({
  DocumentMetadata: { Pages: 1 },
  JobStatus: 'SUCCEEDED',
  Blocks: blocks,
  DetectDocumentTextModelVersion: '1.0',
  ...more,
});
