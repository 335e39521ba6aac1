import type { Money } from '../../../contract/values/shapes.ts';

export type PropertyValue = string | Money;

/** A passage in the form of a value, with all values that it can mean, or with what is wrong with it. */
export type Token = { readonly start: number; readonly end: number } & (
  | {
      readonly values: readonly PropertyValue[];
      /** True if the check digits of an identifier are correct. */
      readonly checked?: boolean;
    }
  | { readonly fault: 'malformed' | 'check_digit' }
);
