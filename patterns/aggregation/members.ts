import { Failure } from '../../contract/failures.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import { plainNumber } from './currencies.ts';
import { exactOf, type Exact } from './exact.ts';
import { roleKinds, type MemberKind, type Role, type Settings } from './schema.ts';

export type Scalar = string | number | boolean;

/** A member of an object, with its kind from the ontology. */
export interface Member {
  readonly pointer: string;
  readonly kind: MemberKind;
  of(object: OntologyObject): unknown;
}

/** The argument that names a member, and the role in which the member is used. */
export interface Named {
  readonly argument: string;
  readonly role: Role;
}

/**
 * Returns the member that an argument names, for objects of one type. A tool may read only the members that the
 * compiler listed for it.
 * @throws Failure `arguments.invalid`
 */
export function objectMemberOf(
  settings: Settings,
  { type, pointer }: { readonly type: string; readonly pointer: string },
  { argument, role }: Named,
): Member {
  const members = own(settings.members ?? {}, type)?.read ?? {};
  const read = own(members, pointer);
  const kinds: readonly MemberKind[] = roleKinds[role];
  if (!read || !kinds.includes(read.kind)) {
    const known = Object.keys(members).filter((name) => kinds.includes(members[name]?.kind as MemberKind));
    const wanted = `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;
    throw new Failure(
      'arguments.invalid',
      `${argument}: must be the pointer of a member of kind ${wanted} that this tool reads${known.length === 0 ? '' : `. Use one of: ${known.join(', ')}`}`,
      {
        pointer: argument,
      },
    );
  }
  return memberNamed({ pointer, kind: read.kind });
}

export function memberNamed({ pointer, kind }: Pick<Member, 'pointer' | 'kind'>): Member {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { pointer, kind, of: ({ value }) => steps.reduce<unknown>(below, value) };
}

const own = <T>(all: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

const below = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string, unknown>>)[step]
    : undefined;

export interface Amount {
  readonly exact: Exact;
  /** The currency of the amount, or `plainNumber`. */
  readonly unit: string;
}

/**
 * Reads a member of an object as an amount. Undefined if the object lacks the member.
 * @throws Failure `object.invalid`
 */
export function amountOf(member: Member, object: OntologyObject): Amount | undefined {
  const value = member.of(object);
  if (value === undefined) return undefined;
  if (member.kind !== 'money') {
    const exact = typeof value === (member.kind === 'integer' ? 'number' : 'string') ? exactOf(value) : undefined;
    return { exact: exact ?? unreadable(member, object), unit: plainNumber };
  }
  const unit = below(value, 'currency');
  const amount = below(value, 'amount');
  const exact = typeof amount === 'string' ? exactOf(amount) : undefined;
  return typeof unit === 'string' && exact ? { exact, unit } : unreadable(member, object);
}

/**
 * Reads a member of an object as a text, number or boolean. Undefined if the object lacks the member.
 * @throws Failure `object.invalid`
 */
export function scalarOf(member: Member, object: OntologyObject): Scalar | undefined {
  const value = member.of(object);
  if (value === undefined || typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' ? value : unreadable(member, object);
}

export function unreadable({ pointer, kind }: Member, { type }: OntologyObject): never {
  throw new Failure('object.invalid', `an object of type ${type} does not have a valid ${kind} at ${pointer}`);
}
