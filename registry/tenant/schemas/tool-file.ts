import * as z from 'zod';
import { effectClasses, type EffectClass } from '../../../contract/effects.ts';
import { patternNames } from '../../../contract/artefacts/tool-version.ts';
import { title, toolId, version } from '../../../contract/artefacts/parts.ts';
import { description, markings, millis, nameAtVersion, purpose, scope, seconds } from './parts.ts';

const schemaText = z.union([z.record(z.string(), z.unknown()), z.boolean()]);
const isEffectClass = (text: string): text is EffectClass => Object.hasOwn(effectClasses, text);
const effectClassNames = Object.keys(effectClasses).filter(isEffectClass);

/** The release block of a record. Only `logic-plane promote` writes it; a record without it is a draft. */
export const releaseBlock = z.strictObject({
  state: z.enum(['candidate', 'released', 'deprecated', 'retired']),
  gate: z.enum(['passed', 'failed']),
  drift: z.enum(['ok', 'drifted']),
  deprecation: z.nullable(z.string()),
});

/** The schema of `tools/<id>.yaml` or `tools/<id>@<version>.yaml`: the registry record (spec 9.5). */
export const toolFile = z.strictObject({
  id: toolId,
  version,
  title,
  description,
  pattern: z.enum(patternNames),
  ontologyPin: version,
  effectClass: z.enum(effectClassNames),
  /**
   * Selects the function, if the pattern has one function with the network and one without the network.
   * @default the first function of the pattern
   */
  network: z.enum(['none', 'declared']).optional(),
  scopes: z.array(scope).min(1),
  markings: z.strictObject({ allowed: markings }),
  purposes: z.array(purpose).min(1),
  signature: z.strictObject({ request: schemaText, response: schemaText }),
  idempotency: z.strictObject({ key: z.enum(['derive(args)', 'caller']), ttl: seconds }),
  sla: z
    .strictObject({ p50: millis, p99: millis })
    .refine((sla) => sla.p50 <= sla.p99, 'has a p50 above its p99. Raise p99, or lower p50'),
  uses: z.array(nameAtVersion).default([]),
  settings: z.unknown().optional(),
  evalPack: z.string().regex(/^pack(\.[a-z][a-z0-9-]*)+$/, 'Use the id of a pack, such as pack.claim.lookup'),
  release: releaseBlock.optional(),
});
export type ToolFile = z.output<typeof toolFile>;
