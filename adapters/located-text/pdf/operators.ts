import { getResolvedPDFJS } from 'unpdf';

/** The drawing operators of a page in their order, with their arguments as PDF.js gives them. */
export interface Operators {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

const used = [
  'save',
  'restore',
  'transform',
  'setGState',
  'setFillRGBColor',
  'setFillColorN',
  'clip',
  'eoClip',
  'constructPath',
  'fill',
  'eoFill',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
  'shadingFill',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
  'paintImageXObject',
  'paintInlineImageXObject',
  'paintImageMaskXObject',
  'beginMarkedContent',
  'beginMarkedContentProps',
  'endMarkedContent',
  'beginText',
  'setCharSpacing',
  'setWordSpacing',
  'setHScale',
  'setLeading',
  'setFont',
  'setTextRenderingMode',
  'setTextRise',
  'moveText',
  'setLeadingMoveText',
  'setTextMatrix',
  'nextLine',
  'showText',
] as const;
export type Operator = (typeof used)[number];

/** Returns the names of the operators that we read, by the numbers that PDF.js gives them. */
export async function operatorNames(): Promise<ReadonlyMap<number, Operator>> {
  const { OPS } = await getResolvedPDFJS();
  const numbers: Readonly<Record<string, number>> = OPS;
  return new Map(
    used.map((name) => {
      const number = numbers[name];
      if (number === undefined) throw new Error(`this version of PDF.js does not have the operator ${name}`);
      return [number, name] as const;
    }),
  );
}
