import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { artefactNamed, title, typeName } from './parts.ts';

/**
 * A template that a composition fills to make a Draft. The composition pattern checks the body when the tenant is
 * compiled.
 */
export const template = z.strictObject({
  ...artefactNamed('template'),
  title,
  /** The ontology type of the Draft. */
  draftType: typeName,
  /** A JSON tree. An object in it that has a member beginning with `$` is computed. */
  body: z.unknown(),
});
export type Template = Immutable<z.infer<typeof template>>;
