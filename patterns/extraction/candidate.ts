import type { ModelLineage } from '../../contract/values/shapes.ts';
import type { Token } from './values/token.ts';

export const methods = ['pointer', 'element', 'table', 'label', 'pattern', 'sum', 'model'] as const;
export type Method = (typeof methods)[number];

/** A passage that may be the value of the property. Offsets are UTF-16 units of the source's text. */
export type Candidate = Token & {
  readonly method: Method;
  /** True if the value was found below its label: on the next line, or in the cell below. */
  readonly below?: boolean;
  readonly lineage?: ModelLineage;
};

/** Makes a candidate from a token, with offsets in the whole text instead of the passage. */
export const candidateAt = (token: Token, passageStart: number, rest: Omit<Candidate, keyof Token>): Candidate =>
  Object.assign({}, token, { start: token.start + passageStart, end: token.end + passageStart }, rest);
