import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { artefactNamed, title, typeName } from './parts.ts';

/** Describes how typed parts become a Draft. The composition pattern proves the body when the tenant is compiled. */
export const template = z.strictObject({
  ...artefactNamed('template'),
  title,
  /** The ontology type of the Draft. */
  draftType: typeName,
  /** A JSON tree; objects with `$` members are computed. */
  body: z.unknown(),
});
export type Template = Immutable<z.infer<typeof template>>;
