import type { PropertyType } from '../../../contract/artefacts/extractor.ts';

type Of<K extends PropertyType['kind']> = Extract<PropertyType, { readonly kind: K }>;

/** A type of dates, with the order of day and month that the document proves. */
export type ReadableDate = Of<'date'> & { readonly proved?: 'day' | 'month' };

/** A type of money, with what the document says about all amounts. */
export type ReadableMoney = Of<'money'> & {
  /** True if amounts are in thousands or millions. */
  readonly inMultiples?: true;
  /** True if `currency` is the declared default, because nothing in the document names a currency. */
  readonly byDefault?: true;
};

/** The type of a property, with what the document says about all its values. */
export type SettledType = Exclude<PropertyType, { readonly kind: 'date' | 'money' }> | ReadableDate | ReadableMoney;
