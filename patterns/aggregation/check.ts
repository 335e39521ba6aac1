import type { OntologyObject } from '../../contract/rows/objects.ts';
import type { Member } from './members.ts';
import { compared, placeIn, type Place } from './order.ts';

/**
 * A test, written as data, that decides if an object counts. One engine evaluates the test, and the other writes it as
 * SQL. An object that lacks the member does not count unless `orLacks` is true.
 */
export type Check =
  | { readonly member: Member; readonly is: 'present' }
  | { readonly member: Member; readonly is: 'in'; readonly places: readonly Place[] }
  | {
      readonly member: Member;
      readonly is: '<' | '<=' | '>' | '>=';
      readonly place: Place;
      readonly orLacks?: true;
    };

export type Test = (object: OntologyObject) => boolean;

/**
 * Returns the function that evaluates a check. The function throws Failure `object.invalid` if the object's value is
 * not of the member's kind.
 */
export function testOf(check: Check): Test {
  const { member } = check;
  const holds = holdsOf(check);
  const lacking = 'orLacks' in check;
  return (object) => {
    const found = placeIn(member, object);
    return found === undefined ? lacking : holds(found);
  };
}

function holdsOf(check: Check): (found: Place) => boolean {
  switch (check.is) {
    case 'present':
      return () => true;
    case 'in':
      return (found) => check.places.some((one) => compared(found, one) === 0);
    case '<':
      return (found) => compared(found, check.place) < 0;
    case '<=':
      return (found) => compared(found, check.place) <= 0;
    case '>':
      return (found) => compared(found, check.place) > 0;
    case '>=':
      return (found) => compared(found, check.place) >= 0;
  }
  return check satisfies never;
}
