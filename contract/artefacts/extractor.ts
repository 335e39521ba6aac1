import type { Named } from './artefact-name.ts';

/**
 * How numbers and dates are written: `1.234,56` and 12.03.2026, `1,234.56` and 12/03/2026, or as machines write them. A
 * source never says which; the extractor does.
 */
export const notations = ['tr-TR', 'en-GB', 'plain'] as const;
export type Notation = (typeof notations)[number];

export const identifierSchemes = ['iban', 'tckn', 'vkn', 'vin'] as const;
export type IdentifierScheme = (typeof identifierSchemes)[number];

/** What a property is, and so how a passage is read as one. */
export type PropertyType =
  /** `century` of a year of two digits, such as 20; without it such a year is none. */
  | { readonly kind: 'date'; readonly century?: number }
  /** ISO 4217; `currency` is that of an amount beside which none stands, else that is no money. */
  | { readonly kind: 'money'; readonly currencies: readonly string[]; readonly currency?: string }
  /** Digits after the point, at most. */
  | { readonly kind: 'decimal'; readonly scale: number }
  | { readonly kind: 'identifier'; readonly scheme: IdentifierScheme }
  /** `form` is of RE2; without it the text is what stands in the field. */
  | { readonly kind: 'text'; readonly form?: string; readonly maxLength: number }
  /** Value to the ways in which it is written. */
  | { readonly kind: 'enum'; readonly values: Readonly<Record<string, readonly string[]>> };

/** A part of the source: regions of this kind, and of this name where one is said. */
export interface Within {
  readonly region: 'page' | 'header' | 'body' | 'paragraph' | 'heading' | 'sheet';
  readonly name?: string;
}

/** A way to find a property. */
export type Finder =
  /** RFC 6901, into a JSON source. */
  | { readonly by: 'pointer'; readonly pointer: string }
  /**
   * A label and where its value stands, nearest first. Case, diacritics and line breaks do not matter. A label begins a
   * field; with `anywhere` it may stand in a sentence before a colon, or end its field. Of several values in its row
   * `column`, of RE2, keeps those in whose column it stands, of several below each other those in whose block it does;
   * `until`, of RE2, those before what it first matches.
   */
  | {
      readonly by: 'label';
      readonly labels: readonly string[];
      readonly look: readonly ('right' | 'below')[];
      readonly anywhere?: boolean;
      readonly column?: string;
      readonly until?: string;
      readonly within?: Within;
    }
  /** RE2; the value is the group `value`, else the whole. */
  | { readonly by: 'pattern'; readonly pattern: string; readonly within?: Within }
  /**
   * The cell below the first of the headers that there is, in the row that has the first of `row` that there is in any
   * cell; without `row` in the only row, or where all say the same.
   */
  | {
      readonly by: 'table';
      readonly column: readonly string[];
      readonly row?: readonly string[];
      readonly within?: Within;
    }
  /** Of money: the greatest amount that is the sum of those right above it, whatever it is called. */
  | { readonly by: 'sum'; readonly within?: Within }
  | ModelFinder;

export interface ModelFinder {
  readonly by: 'model';
  /** Of Amazon Bedrock: a foundation model, or an inference profile, whose regions are then named. */
  readonly model: string;
  readonly regions?: readonly string[];
  readonly promptVersion: string;
  /** What to look for. */
  readonly instruction: string;
  readonly parameters: { readonly maxTokens: number; readonly temperature: number };
  /** A longer source is not sent. UTF-16 units. */
  readonly maxCharacters: number;
}

/** Properties of a kind of document. Finders are tried in their order: the first that finds a value decides. */
export interface Extractor extends Named {
  readonly title: string;
  readonly notations: readonly Notation[];
  readonly properties: Readonly<Record<string, { readonly type: PropertyType; readonly find: readonly Finder[] }>>;
}
