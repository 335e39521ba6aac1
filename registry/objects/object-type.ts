import { join, type Marking } from '../../contract/authority/markings.ts';
import { mismatchOf } from '../../contract/dispatch/mismatch.ts';
import { validatorOf } from '../../contract/schema/validator.ts';
import { UnknownType } from './refused.ts';
import type { CheckedTenant } from '../tenant/checked-tenant.ts';
import { suggestion } from '../tenant/did-you-mean.ts';

/** An ontology type, with what is needed to check live objects against it. */
export interface ObjectType {
  readonly id: string;
  /** Name of the property that identifies an object. */
  readonly key: string;
  /** The markings of every object of the type: those of all its properties together. */
  readonly markings: readonly Marking[];
  /** Returns where and why a value does not fit the type, or undefined. */
  readonly finding: (value: unknown) => { readonly pointer: string; readonly message: string } | undefined;
}

/** Returns an ontology type that can have live objects. @throws UnknownType if the type does not exist or has no key */
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

function findingOf(schema: unknown): ObjectType['finding'] {
  const validator = validatorOf(schema);
  return (value) => {
    const findings = validator(value);
    if (findings.length === 0) return undefined;
    const { pointer, keyword } = mismatchOf(findings, schema, value);
    return { pointer, message: keyword };
  };
}
