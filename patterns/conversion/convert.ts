import type { Calendar } from '../../contract/artefacts/calendar.ts';
import type { RateTable } from '../../contract/artefacts/rate-table.ts';
import { Failure } from '../../contract/failures.ts';
import type { Product } from '../../contract/pattern.ts';
import { businessDayRoll, businessDaysAdd, businessDaysBetween } from './dates/business-days.ts';
import { dateAdd, dateDifference, instantAdd, instantDate, instantDifference } from './dates/shift.ts';
import { hashValue } from './hash-value.ts';
import { convertMoney } from './money/convert-money.ts';
import type { Request, Response } from './schema.ts';
import { tabulate } from './tables/tabulate.ts';
import { convertUnit } from './units/convert-unit.ts';

export interface PinnedArtefacts {
  readonly rates?: RateTable | undefined;
  readonly calendar?: Calendar | undefined;
}

/**
 * Converts a value as the target asks. The result is bit-exact and names the rates or calendars that were used.
 * @throws Failure `arguments.invalid`, `ref.unknown`, `result.too_large`
 */
export function convert({ value, target }: Request, { rates, calendar }: PinnedArtefacts): Product<Response, never> {
  switch (target.kind) {
    case 'currency':
      return convertMoney(value, target, named(rates, '/target/rates', 'must be a rate table that the tool uses'));
    case 'unit':
      return convertUnit(value, target);
    case 'date-add':
      return dateAdd(value, target);
    case 'date-difference':
      return dateDifference(value, target);
    case 'instant-add':
      return instantAdd(value, target);
    case 'instant-difference':
      return instantDifference(value, target);
    case 'instant-date':
      return instantDate(value, target);
    case 'business-days-add':
      return businessDaysAdd(
        value,
        target,
        named(calendar, '/target/calendar', 'must be a calendar that the tool uses'),
      );
    case 'business-days-between':
      return businessDaysBetween(
        value,
        target,
        named(calendar, '/target/calendar', 'must be a calendar that the tool uses'),
      );
    case 'business-day-roll':
      return businessDayRoll(
        value,
        target,
        named(calendar, '/target/calendar', 'must be a calendar that the tool uses'),
      );
    case 'hash':
      return hashValue(value);
    case 'table':
      return tabulate(value, target);
  }
  return target satisfies never;
}

function named<T>(artefact: T | undefined, pointer: string, detail: string): T {
  if (artefact === undefined) throw new Failure('ref.unknown', detail, { pointer });
  return artefact;
}
