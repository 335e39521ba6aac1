import { Failure } from '../../contract/failures.ts';
import type { OntologyObject } from '../../contract/objects.ts';
import type { Member } from './members.ts';
import { compared, placeIn, placeOf, type Place } from './order.ts';
import type { Condition } from './schema.ts';

export type Test = (object: OntologyObject) => boolean;

/**
 * Whether an object has what a condition asks for; one that lacks the member has not.
 * @throws Failure `arguments.invalid` for a value that is none of the member's kind
 */
export function testOf(condition: Condition, member: Member, argument: string): Test {
  const place = (value: unknown, name: string): Place => {
    // Edges are texts; whole numbers among them are written as such.
    const given = member.kind === 'integer' && typeof value === 'string' ? wholeOf(value) : value;
    const found = placeOf(member.kind, given);
    if (found !== undefined) return found;
    const pointer = `${argument}/${name}`;
    throw new Failure('arguments.invalid', `${pointer} is no ${member.kind}`, { pointer });
  };
  if ('range' in condition) {
    const { atLeast, above, below, atMost } = condition.range;
    const edges = [
      edge(atLeast, (order) => order >= 0, 'range/atLeast', place),
      edge(above, (order) => order > 0, 'range/above', place),
      edge(below, (order) => order < 0, 'range/below', place),
      edge(atMost, (order) => order <= 0, 'range/atMost', place),
    ].filter((one) => one !== undefined);
    return (object) => {
      const found = placeIn(member, object);
      return found !== undefined && edges.every((holds) => holds(found));
    };
  }
  const wanted =
    'in' in condition ? condition.in.map((one, i) => place(one, `in/${i}`)) : [place(condition.equals, 'equals')];
  return (object) => {
    const found = placeIn(member, object);
    return found !== undefined && wanted.some((one) => compared(found, one) === 0);
  };
}

const wholeOf = (text: string): unknown => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);

function edge(
  text: string | undefined,
  holds: (order: number) => boolean,
  name: string,
  place: (value: unknown, name: string) => Place,
): ((found: Place) => boolean) | undefined {
  if (text === undefined) return undefined;
  const at = place(text, name);
  return (found) => holds(compared(found, at));
}
