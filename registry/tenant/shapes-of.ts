import { platformShapes } from '../signature/platform-shapes.ts';
import type { Shapes } from '../signature/resolve.ts';
import type { Tenant } from './tenant.ts';

/** Returns everything that a `$ref` in a tenant's files can name. */
export const shapesOf = (tenant: Tenant): Shapes => ({
  types: new Map([...tenant.types].map(([id, { value }]) => [id, value])),
  platform: platformShapes,
  tools: new Map(tenant.tools.map(({ value }) => [`${value.id}@${value.version}`, value.signature])),
  broken: tenant.broken,
});
