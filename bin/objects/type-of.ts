import { UsageError } from '../../lib/usage-error.ts';
import type { CheckedTenant } from '../../registry/tenant/checked-tenant.ts';
import { objectType, type ObjectType } from '../../registry/objects/object-type.ts';
import { UnknownType } from '../../registry/objects/refused.ts';

/** Returns the ontology type with this name. @throws UsageError if it does not exist or cannot have live objects */
export function typeOf(checked: CheckedTenant, type: string): ObjectType {
  try {
    return objectType(checked, type);
  } catch (error) {
    if (!(error instanceof UnknownType)) throw error;
    throw new UsageError(`${error.message}. ${error.fix}`, { cause: error });
  }
}
