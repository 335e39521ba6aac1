import { join, type Marking } from '../../contract/authority/markings.ts';
import { UnknownType } from './refused.ts';
import type { CheckedTenant } from '../tenant/checked-tenant.ts';
import { suggestion } from '../tenant/did-you-mean.ts';
import { findingOf } from '../signature/validators.ts';

/** An ontology type as live objects are checked against it. */
export interface ObjectType {
  readonly id: string;
  /** The property that names an object. */
  readonly key: string;
  /** The join over its properties: what every object of the type is marked. */
  readonly markings: readonly Marking[];
  /** Where a value is not of the type, and why. */
  readonly finding: (value: unknown) => { readonly pointer: string; readonly message: string } | undefined;
}

/** @throws UnknownType for a name that is no type, or a type whose objects nothing names */
export function objectType({ tenant, signatures }: CheckedTenant, id: string): ObjectType {
  const types = [...tenant.types].filter(([, { value }]) => value.key !== undefined).map(([name]) => name);
  const key = tenant.types.get(id)?.value.key;
  const compiled = signatures.get(`ontology/${id}`);
  if (key === undefined || !compiled) {
    const what = tenant.types.has(id)
      ? `the type ${id} has no key, so it cannot have live objects`
      : `the tenant ${tenant.name} has no ontology type ${id}`;
    throw new UnknownType(what, suggestion(id, types));
  }
  return {
    id,
    key,
    markings: join(tenant.markings.value, compiled.reaches),
    finding: findingOf(compiled.schema.request),
  };
}
