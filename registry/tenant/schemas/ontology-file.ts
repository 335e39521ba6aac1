import * as z from 'zod';
import { memberName, typeName, version } from '../../../contract/artefacts/parts.ts';
import { description, marking, markings } from './parts.ts';

/** `ontology/markings.yaml`. */
export const markingsFile = z.strictObject({
  /** Each rises from left to right: a clearance holds for all that is lower. */
  chains: z.array(z.array(marking).min(1)),
  flags: markings,
});
export type MarkingsFile = z.output<typeof markingsFile>;

/** `ontology/<Type>.yaml`. Every property declares its own markings, be it none. */
export const typeFile = z.strictObject({
  id: typeName,
  version,
  description,
  /** The property that names an object of this type. Only a type with one can have live objects. */
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
