import type { MarkedText } from '../table-text.ts';
import { attribute, first, isOn, named, textIn, type Element } from '../xml.ts';

const marks: Readonly<Record<string, 'raised' | 'lowered'>> = { superscript: 'raised', subscript: 'lowered' };

/** Returns how a font sets its text off from the baseline (ECMA-376, 18.4.14). Undefined if it does not. */
export const markOf = (font: Element | undefined): 'raised' | 'lowered' | undefined =>
  marks[attributeOf(first(font, 'vertAlign'), 'val') ?? ''];

const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element && attribute(element, name);

/** Joins the runs of a text. Phonetic hints (ECMA-376, 18.4.6) and struck-out runs are left out. */
export function richText(element: Element | undefined): MarkedText {
  let text = '';
  const found: MarkedText['marks'][number][] = [];
  for (const run of element === undefined ? [] : [element, ...named(element, 'r')]) {
    const properties = first(run, 'rPr');
    const strike = first(properties, 'strike');
    if (strike !== undefined && isOn(attribute(strike, 'val'))) continue;
    const start = text.length;
    text += named(run, 't').map(textIn).join('').replaceAll(escape, unescaped);
    const kind = markOf(properties);
    if (kind !== undefined && text.length > start) found.push({ kind, start, end: text.length });
  }
  return { text, marks: found };
}

/** Matches a character that XML cannot have, as a sheet writes it (ECMA-376, 22.9.2.19). */
const escape = /_x([0-9a-f]{4})_/gi;
const unescaped = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
