import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import type { ActionKind, Sor } from '../../contract/artefacts/artefacts.ts';
import { internalTarget, objectMutations } from '../../contract/rows/objects.ts';
import { jsonPointer } from '../../contract/values/shapes.ts';

const toolId = z.string().regex(/^tool(?:\.[a-z][a-z0-9-]*)+$/);
const unique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** An action kind's file, as far as it can be proved by itself. */
export const actionKind: z.ZodType<ActionKind> = z
  .strictObject({
    id: artefactId('action'),
    version: artefactVersion,
    title: z.string().min(1).max(200),
    targetSor: z.union([artefactId('sor'), z.literal(internalTarget)]),
    mutation: z.string().min(1),
    object: z.strictObject({ type: z.string().min(1), key: z.string().min(1), draft: jsonPointer }).exactOptional(),
    basis: z.strictObject({
      tools: z.array(toolId).min(1).refine(unique, { error: 'names a tool twice' }),
      maxAgeSeconds: z
        .int()
        .min(1)
        .max(24 * 3600),
    }),
    validations: z
      .array(
        z.strictObject({
          tool: toolId,
          accepts: z.array(z.enum(['pass', 'warn'])).min(1),
          /** Without one of the payload, a pass for another amount would do. */
          binds: z
            .array(
              z.union([
                z.strictObject({ candidate: jsonPointer, payload: jsonPointer }),
                z.strictObject({ candidate: jsonPointer, object: jsonPointer }),
              ]),
            )
            .refine((binds) => binds.some((bind) => 'payload' in bind), { error: 'binds nothing of the payload' }),
        }),
      )
      .exactOptional(),
    shows: z
      .array(z.strictObject({ label: z.string().min(1).max(200), payload: jsonPointer, object: jsonPointer }))
      .min(1),
    approval: z.strictObject({
      queues: z.array(artefactId('queue')).min(1).refine(unique, { error: 'names a queue twice' }),
      quorum: z.int().min(1).max(10),
    }),
    stagedForSeconds: z
      .int()
      .min(60)
      .max(30 * 24 * 3600),
    compensation: z.union([z.literal('none'), z.strictObject({ kind: artefactId('action') })]),
  })
  .superRefine(({ targetSor, mutation, object }, context) => {
    const report = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    const internal = targetSor === internalTarget;
    if (internal !== (object !== undefined)) report('object', 'stands with the target objects, and with no other');
    if (internal && !objectMutations.some((known) => known === mutation)) {
      report('mutation', `must be one of ${objectMutations.join(', ')}`);
    }
  });

/** What a kind claims of its target: the SoR is the one it names and declares the mutation. */
export function targetProblems(kind: ActionKind, sor: Sor): readonly { pointer: string; message: string }[] {
  if (sor.id !== kind.targetSor) return [{ pointer: '/targetSor', message: `is not ${sor.id}` }];
  if (Object.hasOwn(sor.mutations, kind.mutation)) return [];
  return [{ pointer: '/mutation', message: `is no mutation of ${sor.id}` }];
}
