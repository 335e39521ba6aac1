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
 * Turns a condition into checks. An object that lacks the member does not meet the condition.
 * @throws Failure `arguments.invalid` if a value is not of the member's kind
 */
export function checksOf(condition: Condition, member: Member, argument: string): readonly Check[] {
  const place = (value: unknown, name: string): Place => {
    // The edges of a range are texts, also for whole numbers.
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

/**
 * Parses a whole number of at most 16 digits, the length of the longest safe integer. `placeOf` refuses numbers that
 * are not safe.
 */
const wholeOf = (text: string): unknown => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
