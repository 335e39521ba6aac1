import { attribute, first, isOn, named, type Element } from '../xml.ts';
import { numberFormat, type NumberFormat } from './number-format.ts';

export interface CellStyle extends NumberFormat {
  readonly struck: boolean;
}

const plain: CellStyle = { kind: 'number', struck: false };

/** Returns a function that finds the style of a cell by its index (ECMA-376, 18.8.10). */
export function stylesOf(styles: Element | undefined): (index: string | undefined) => CellStyle {
  const codes = new Map(
    named(first(styles, 'numFmts'), 'numFmt').map((one) => [attribute(one, 'numFmtId'), attribute(one, 'formatCode')]),
  );
  const struck = named(first(styles, 'fonts'), 'font').map((font) => {
    const strike = first(font, 'strike');
    return strike !== undefined && isOn(attribute(strike, 'val'));
  });
  const all = named(first(styles, 'cellXfs'), 'xf').map((one): CellStyle => {
    const id = attribute(one, 'numFmtId') ?? '0';
    return {
      ...numberFormat(Number(id), codes.get(id)),
      struck: struck[Number(attribute(one, 'fontId') ?? 0)] ?? false,
    };
  });
  return (index) => all[Number(index ?? 0)] ?? plain;
}
