import { attribute, first, isOn, named, type Element } from '../xml.ts';
import { markOf } from './rich-text.ts';
import { numberFormat, type NumberFormat } from './number-format.ts';

export interface CellStyle extends NumberFormat {
  readonly struck: boolean;
  /** Present if the font of the cell raises or lowers its text. */
  readonly mark?: 'raised' | 'lowered';
}

const plain: CellStyle = { kind: 'number', struck: false };

/** Returns a function that finds the style of a cell by its index (ECMA-376, 18.8.10). */
export function stylesOf(styles: Element | undefined): (index: string | undefined) => CellStyle {
  const codes = new Map(
    named(first(styles, 'numFmts'), 'numFmt').map((one) => [attribute(one, 'numFmtId'), attribute(one, 'formatCode')]),
  );
  const fonts = named(first(styles, 'fonts'), 'font').map(fontOf);
  const all = named(first(styles, 'cellXfs'), 'xf').map((one): CellStyle => {
    const id = attribute(one, 'numFmtId') ?? '0';
    const font = fonts[Number(attribute(one, 'fontId') ?? 0)] ?? { struck: false };
    return { ...numberFormat(Number(id), codes.get(id)), ...font };
  });
  return (index) => all[Number(index ?? 0)] ?? plain;
}

function fontOf(font: Element): Pick<CellStyle, 'struck' | 'mark'> {
  const strike = first(font, 'strike');
  const mark = markOf(font);
  const struck = strike !== undefined && isOn(attribute(strike, 'val'));
  return { struck, ...(mark === undefined ? {} : { mark }) };
}
