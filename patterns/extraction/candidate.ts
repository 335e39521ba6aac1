import type { ModelLineage } from '../../contract/values/shapes.ts';
import type { Token } from './values/token.ts';

export const methods = ['pointer', 'table', 'label', 'pattern', 'sum', 'model'] as const;
export type Method = (typeof methods)[number];

/** A passage that may be the property. Offsets are UTF-16 units of the source's text. */
export type Candidate = Token & {
  readonly method: Method;
  /** Of a label: its value stands on the next line, or in the cell below. */
  readonly below?: boolean;
  readonly lineage?: ModelLineage;
};

/** A token of a passage, as it stands in the text. */
export const candidateAt = (token: Token, passageStart: number, rest: Omit<Candidate, keyof Token>): Candidate =>
  Object.assign({}, token, { start: token.start + passageStart, end: token.end + passageStart }, rest);
