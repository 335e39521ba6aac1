import type { Money } from '../../../contract/values/shapes.ts';

export type PropertyValue = string | Money;

/** A passage that has the form of a value: every value that it can be, or what is wrong with it. */
export type Token = { readonly start: number; readonly end: number } & (
  | {
      readonly values: readonly PropertyValue[];
      /** Whether check digits have been found right. */ readonly checked?: boolean;
    }
  | { readonly fault: 'malformed' | 'check_digit' }
);
