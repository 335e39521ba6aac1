import { aKind } from '../../contract/values/kind.ts';
import { Failure } from '../../contract/failures.ts';
import type { Check } from './check.ts';
import type { Member } from './members.ts';
import { placeOf, type Place } from './order.ts';
import type { Condition } from './schema.ts';

const edges = [
  ['atLeast', '>='],
  ['above', '>'],
  ['below', '<'],
  ['atMost', '<='],
] as const;

/**
 * The checks of a condition. An object without the member does not meet it.
 * @throws Failure `arguments.invalid` if the value is not of the member's kind
 */
export function checksOf(condition: Condition, member: Member, argument: string): readonly Check[] {
  const place = (value: unknown, name: string): Place => {
    // Edges are texts. A whole number is written as a text too.
    const given = member.kind === 'integer' && typeof value === 'string' ? wholeOf(value) : value;
    const found = placeOf(member.kind, given);
    if (found !== undefined) return found;
    const pointer = `${argument}/${name}`;
    throw new Failure('arguments.invalid', `${pointer}: must be ${aKind(member.kind)}`, { pointer });
  };
  if ('range' in condition) {
    const asked = edges.flatMap(([name, is]) => {
      const { [name]: edge } = condition.range;
      return edge === undefined ? [] : [{ member, is, place: place(edge, `range/${name}`) }];
    });
    return asked.length === 0 ? [{ member, is: 'present' }] : asked;
  }
  const places =
    'in' in condition ? condition.in.map((one, i) => place(one, `in/${i}`)) : [place(condition.equals, 'equals')];
  return [{ member, is: 'in', places }];
}

/** A whole number of at most 16 digits, as many as the longest safe integer has. `placeOf` refuses larger ones. */
const wholeOf = (text: string): unknown => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
