import { Temporal } from 'temporal-polyfill';
import { valueAt } from '../../../contract/values/pointers.ts';
import { decimalString } from '../../../contract/values/shapes.ts';
import { rational, roundedRational } from '../rational.ts';
import { refused } from '../refused.ts';
import type { Column, TableTarget } from './shapes.ts';

/** A cell of a table. `free` is true if the text came from outside and must be made safe. */
export interface Cell {
  readonly text: string;
  readonly free: boolean;
}

type Style = Pick<TableTarget, 'locale' | 'grouping'>;

const separators = { 'tr-TR': { decimal: ',', group: '.' }, 'en-GB': { decimal: '.', group: ',' } } as const;

/** Formats one cell. @throws Failure `arguments.invalid` with a pointer to the row's member */
export function cell(
  { row, rowPointer }: { readonly row: unknown; readonly rowPointer: string },
  column: Column,
  style: Style,
): Cell {
  const value = valueAt(row, column.pointer);
  const at = `${rowPointer}${column.pointer}`;
  if (value === undefined) {
    if (column.absent === 'refuse') throw refused(at, 'is required');
    return { text: '', free: false };
  }
  return { text: written({ value, at }, column, style), free: column.type === 'text' };
}

function written(
  { value, at }: { readonly value: unknown; readonly at: string },
  column: Column,
  style: Style,
): string {
  switch (column.type) {
    case 'text':
      if (typeof value !== 'string') throw refused(at, 'must be a string');
      return value;
    case 'integer':
      return number(integerText(value, at), style);
    case 'decimal': {
      const decimal = decimalString.safeParse(value);
      if (!decimal.success) throw refused(at, 'must be a decimal string');
      return number(roundedRational(rational(decimal.data), column.scale, column.rounding).text, style);
    }
    case 'date':
      return date(value, style, at);
  }
  return column satisfies never;
}

function integerText(value: unknown, at: string): string {
  // `String` also writes negative zero as 0.
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^(?:0|-?[1-9][0-9]{0,23})$/.test(value)) return value;
  throw refused(at, 'must be a whole number');
}

function number(text: string, { locale, grouping }: Style): string {
  const { decimal, group } = separators[locale];
  const [integer = '', fraction] = text.split('.');
  const grouped = grouping ? integer.replace(/\B(?=(?:[0-9]{3})+$)/g, group) : integer;
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

function date(value: unknown, { locale }: Style, at: string): string {
  if (typeof value !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value))
    throw refused(at, 'must be a date such as 2026-11-27');
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' });
  } catch (error) {
    throw refused(at, 'must be a date that exists', error);
  }
  const [year, month, day] = value.split('-');
  return [day, month, year].join(locale === 'tr-TR' ? '.' : '/');
}
