import type { PropertyType } from '../../../contract/artefacts/extractor.ts';

type Of<K extends PropertyType['kind']> = Extract<PropertyType, { readonly kind: K }>;

/** A type of dates, and which order of day and month the document proves. */
export type ReadableDate = Of<'date'> & { readonly proved?: 'day' | 'month' };

/** A type of amounts, and what the document says of all of them. */
export type ReadableMoney = Of<'money'> & {
  /** They are written in thousands or in millions. */
  readonly inMultiples?: true;
  /** `currency` is the declared default: nothing in the document names it. */
  readonly byDefault?: true;
};

/** A property's type with what its document says of it. */
export type SettledType = Exclude<PropertyType, { readonly kind: 'date' | 'money' }> | ReadableDate | ReadableMoney;
