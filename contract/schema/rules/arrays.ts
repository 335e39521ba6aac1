import { valid } from '../finding.ts';
import { atLeast, atMost, broken, limitRule, type Rule } from '../keyword-place.ts';
import { below } from './below.ts';
import { textOfValue } from './same.ts';

type Items = readonly unknown[];

const count = (items: Items): number => items.length;

const uniqueItems: Rule<Items> = (place) => (items) => {
  if (place.argument !== true) return valid;
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = textOfValue(item);
    const j = seen.get(text);
    if (j !== undefined) return broken(place, { i, j });
    seen.set(text, i);
  }
  return valid;
};

const items: Rule<Items> = ({ argument, compile }) => {
  const check = compile(argument);
  return (values) => {
    for (let i = 0; i < values.length; i += 1) {
      const found = check(values[i]);
      if (found.length > 0) return below(String(i), found);
    }
    return valid;
  };
};

/** The keywords for arrays, in the order in which they are checked. */
export const arrayRules: Readonly<Record<string, Rule<Items>>> = {
  maxItems: limitRule(count, atMost),
  minItems: limitRule(count, atLeast),
  uniqueItems,
  items,
};
