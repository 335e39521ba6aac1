import type { MemberKind } from '../../patterns/aggregation/schema.ts';
import { differences } from '../signature/bump/subset.ts';
import { platformShapes } from '../signature/platform-shapes.ts';
import { isSchema, typesOf } from '../signature/keywords.ts';

const fits = (schema: unknown, shape: unknown): boolean =>
  differences({ sub: schema, sup: shape }, { tolerant: false }).length === 0;

/**
 * Returns the kind of all values of a schema. Undefined for objects, lists, doubles and schemas with values of two
 * kinds.
 */
export function memberKindOf(schema: unknown): MemberKind | undefined {
  if (!isSchema(schema)) return undefined;
  if (fits(schema, platformShapes['Money'])) return 'money';
  const [type, other] = typesOf(schema);
  if (other !== undefined) return undefined;
  if (type === 'integer' || type === 'boolean') return type === 'integer' ? 'integer' : 'boolean';
  if (type !== 'string') return undefined;
  if (schema['format'] === 'date' || fits(schema, platformShapes['Date'])) return 'date';
  if (schema['format'] === 'date-time' || fits(schema, platformShapes['Instant'])) return 'instant';
  return fits(schema, platformShapes['Decimal']) ? 'decimal' : 'text';
}
