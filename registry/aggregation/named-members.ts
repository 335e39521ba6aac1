import type { Role } from '../../patterns/aggregation/schema.ts';
import { constantsOf } from '../signature/schema-members.ts';
import type { Path } from '../tenant/source.ts';
import { schemasAt } from './schemas-at.ts';

/** The places in the arguments of an aggregation that name members, each with the use of the member. */
const places: readonly (readonly [Role, ...string[]])[] = [
  ['moment', 'window', 'at'],
  ['moment', 'window', 'since'],
  ['moment', 'window', 'until'],
  ['condition', 'objects', 'where', '*', 'at'],
  ['measured', 'op', 'of'],
  ['measured', 'op', 'over'],
  ['group', 'groupBy', '*'],
];

export interface NamedMembers {
  readonly types: readonly string[];
  readonly members: readonly { readonly role: Role; readonly path: Path; readonly pointers: readonly string[] }[];
  /**
   * Places without a list of allowed names. A call could name anything there, so the markings of the result would be
   * unknown.
   */
  readonly open: readonly Path[];
}

const textsOf = (schema: unknown): readonly string[] => constantsOf(schema).filter((one) => typeof one === 'string');

/** Returns the ontology types and the members that the request of a signature lists. */
export function namedMembers(request: unknown): NamedMembers {
  const typed: readonly Path[] = [
    ['objects', 'type'],
    ['objects', 'refs', '*', 'type'],
  ];
  const types = typed.map((path) => ({ path, schemas: schemasAt(request, path.map(String)) }));
  const members = places.map(([role, ...path]) => ({ role, path, schemas: schemasAt(request, path) }));
  return {
    types: [...new Set(types.flatMap(({ schemas }) => schemas.flatMap(textsOf)))].sort(),
    members: members.map(({ role, path, schemas }) => ({ role, path, pointers: schemas.flatMap(textsOf) })),
    open: [...types, ...members]
      .filter(({ schemas }) => schemas.some((schema) => textsOf(schema).length === 0))
      .map(({ path }) => path),
  };
}
