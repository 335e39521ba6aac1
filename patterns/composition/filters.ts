import * as z from 'zod';
import { decimalOf, decimalText } from '../../contract/values/decimal.ts';
import { decimalString } from '../../contract/values/shapes.ts';

/**
 * The formats of numbers and dates. They are written out here, because those of `Intl` differ between builds of Node.
 */
const forms = {
  tr: { group: '.', point: ',', date: (year: string, month: string, day: string) => `${day}.${month}.${year}` },
  en: { group: ',', point: '.', date: (year: string, month: string, day: string) => `${year}-${month}-${day}` },
} as const;
export const languages = Object.keys(forms);

const formOf = (language: unknown): (typeof forms)['tr' | 'en'] => (language === 'tr' ? forms.tr : forms.en);

/** Thrown if a filter cannot format a value. The message does not contain the value. */
export class FilterFault extends Error {
  override readonly name = 'FilterFault';
}

/**
 * The filters of letters. `decimal: "tr"` writes 61800.00 as 61.800,00, and `day: "tr"` writes 2026-10-14 as
 * 14.10.2026.
 */
export const filters: Readonly<Record<string, (value: unknown, language: unknown) => string>> = {
  decimal: (value, language) => {
    const number = typeof value === 'string' ? decimalOf(value) : undefined;
    if (!number || typeof value !== 'string')
      throw new FilterFault('must be a decimal string, because the letter uses the filter decimal');
    const { group, point } = formOf(language);
    const [whole = '', fraction] = decimalText(number, fractionDigits(value)).split('.');
    const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, group);
    return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
  },
  day: (value, language) => {
    const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(String(value)) ?? [];
    if (year === undefined || month === undefined || day === undefined)
      throw new FilterFault('must be a date such as 2026-10-14, because the letter uses the filter day');
    return formOf(language).date(year, month, day);
  },
};

/** The type of value that each filter accepts, as JSON Schema. */
export const takes: Readonly<Record<string, unknown>> = {
  decimal: z.toJSONSchema(decimalString),
  day: { type: 'string', format: 'date' },
};

const fractionDigits = (text: string): number => text.split('.')[1]?.length ?? 0;
