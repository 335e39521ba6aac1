/** A step of a path: the name of an element, its number among elements with that name, and conditions. */
export interface PathStep {
  readonly name: string;
  readonly number?: number;
  readonly conditions: readonly PathCondition[];
}

/** A condition on an attribute of the element, or on the text of an element below it. */
export type PathCondition = { readonly value: string } & (
  | { readonly attribute: string }
  | { readonly below: readonly string[] }
);

const name = String.raw`[\p{L}_][\p{L}\p{N}._-]{0,99}`;
const condition = String.raw`\[(?:@${name}|${name}(?:/${name}){0,8})=(?:"[^"\]]{1,100}"|BT-\d{1,3})\]`;
const step = String.raw`/${name}(?:\[\d{1,6}\])?(?:${condition}){0,4}`;
const form = new RegExp(`^(?:${step}){1,32}$`, 'u');
const steps = new RegExp(String.raw`/(${name})(?:\[(\d{1,6})\])?((?:${condition}){0,4})`, 'gu');
const conditions = new RegExp(String.raw`\[(@?)([^=]+)=(?:"([^"]+)"|(BT-\d+))\]`, 'gu');

/** True if a text is a path of an element, such as `/Invoice/InvoiceLine[1]/ID[@schemeID="VKN"]`. */
export const isElementPath = (text: string): boolean => form.test(text);

/** Parses the path of an element. The text must be such a path. */
export const elementPath = (text: string): readonly PathStep[] =>
  [...text.matchAll(steps)].map(([, own = '', number, rest = '']) => ({
    name: own,
    ...(number === undefined ? {} : { number: Number(number) }),
    conditions: [...rest.matchAll(conditions)].map(([, at, place = '', value, term]) => ({
      value: value ?? term ?? '',
      ...(at === '@' ? { attribute: place } : { below: place.split('/') }),
    })),
  }));
