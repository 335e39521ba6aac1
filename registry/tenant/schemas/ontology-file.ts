import * as z from 'zod';
import { memberName, typeName, version } from '../../../contract/artefacts/parts.ts';
import { description, marking, markings } from './parts.ts';

/** The schema of `ontology/markings.yaml`. */
export const markingsFile = z.strictObject({
  /** Each chain rises from left to right. A clearance for a marking also covers the markings to the left of it. */
  chains: z.array(z.array(marking).min(1)),
  flags: markings,
});
export type MarkingsFile = z.output<typeof markingsFile>;

/** The schema of `ontology/<Type>.yaml`. Every property must declare its markings, even if the list is empty. */
export const typeFile = z.strictObject({
  id: typeName,
  version,
  description,
  /** Name of the property that identifies an object. Only a type with a key can have live objects. */
  key: z.string().optional(),
  properties: z
    .record(
      memberName,
      z.strictObject({
        schema: z.record(z.string(), z.unknown()),
        markings,
        description: description.optional(),
        required: z.boolean().default(true),
      }),
    )
    .refine((properties) => Object.keys(properties).length > 0, 'has no properties. Add one'),
});
export type TypeFile = z.output<typeof typeFile>;
