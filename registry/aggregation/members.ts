import { expand, join, type Marking, type MarkingScheme } from '../../contract/authority/markings.ts';
import type { MemberKind, Settings } from '../../patterns/aggregation/schema.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';
import { resolveSchema, type Shapes } from '../signature/resolve.ts';
import { namedMembers } from './named-members.ts';
import { memberKindOf } from './kind-of.ts';
import { schemasAt } from './schemas-at.ts';

type Members = NonNullable<Settings['members']>;

/**
 * Returns what the signature of an aggregation lets a call read from the ontology: for each type, each member that an
 * argument can name, with its kind and its markings.
 */
export function readByAggregation(
  { settings }: Pick<ToolFile, 'settings'>,
  request: unknown,
  { shapes, scheme = { chains: [], flags: [] } }: { readonly shapes: Shapes; readonly scheme?: MarkingScheme },
): { readonly reaches: readonly Marking[]; readonly settings: { readonly members?: Members } } {
  const { types, members: named } = namedMembers(request);
  const pointers = [...new Set(named.flatMap(({ pointers: all }) => all))].sort();
  const members = Object.fromEntries(
    types
      .filter((type) => shapes.types.has(type))
      .map((type) => {
        const whole = join(scheme, resolveSchema({ $ref: `ontology/${type}` }, shapes).reaches);
        return [
          type,
          { markings: [...whole], known: [...expand(scheme, whole)], read: readOf(type, pointers, shapes) },
        ];
      }),
  );
  return { reaches: reachesOf(members, settings), settings: { members } };
}

/**
 * Returns the markings that a metric can have. If it is over whole objects, these are the markings of whole objects.
 * Otherwise these are the markings of the members that it reads.
 */
function reachesOf(members: Members, settings: unknown): readonly Marking[] {
  const whole =
    typeof settings === 'object' &&
    settings !== null &&
    'propagation' in settings &&
    settings.propagation === 'objects';
  return Object.values(members).flatMap(({ markings, read }) =>
    whole ? markings : Object.values(read).flatMap((member) => member.markings),
  );
}

function readOf(type: string, pointers: readonly string[], shapes: Shapes): Members[string]['read'] {
  return Object.fromEntries(
    pointers.flatMap((pointer) => {
      const found = memberAt(type, pointer, shapes);
      return found ? [[pointer, found] as const] : [];
    }),
  );
}

/**
 * Returns the kind and the markings of a member. The member has the markings of its whole property, because reading the
 * member reads the property.
 */
export function memberAt(
  type: string,
  pointer: string,
  shapes: Shapes,
): { readonly kind: MemberKind; readonly markings: Marking[] } | undefined {
  const [property = '', ...steps] = pointer.split('/').slice(1);
  if (!/^[A-Za-z0-9]+$/.test(property) || !shapes.types.get(type)?.properties[property]) return undefined;
  const { schema, reaches } = resolveSchema({ $ref: `ontology/${type}#${property}` }, shapes);
  const kinds = new Set(schemasAt(schema, steps).map(memberKindOf));
  const [kind] = kinds;
  return kind === undefined || kinds.size > 1 ? undefined : { kind, markings: [...reaches] };
}
