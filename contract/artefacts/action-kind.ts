import * as z from 'zod';
import { internalTarget, objectMutations } from '../rows/objects.ts';
import type { Immutable } from '../values/immutable.ts';
import { daySeconds, idOf, memberPointer, named, pointer, title, toolId, unique } from './parts.ts';

/** A kind of change: its target, what it rests on, and who approves it. */
export const actionKind = z
  .strictObject({
    ...named('action'),
    title,
    /** The id of an SoR such as `sor.policy-admin`; or `objects`, the live objects of the platform itself. */
    targetSor: z.union([idOf('sor'), z.literal(internalTarget)]),
    /** A mutation that the SoR declares; for `objects`, one of `objectMutations`. */
    mutation: z.string().min(1),
    /** Of the target `objects`: what a Draft becomes. */
    object: z
      .strictObject({
        /** The ontology type. */
        type: z.string().min(1),
        /** The property that identifies an object, as the type declares it. */
        key: z.string().min(1),
        /** Into the payload: the composition's result, whose `content` becomes the object. */
        draft: memberPointer,
      })
      .exactOptional(),
    /** The lookups that an Action of this kind may rest on. */
    basis: z.strictObject({
      tools: z.array(toolId).min(1).refine(unique, { error: 'names a tool twice. Keep one' }),
      maxAgeSeconds: z.int().min(1).max(daySeconds, 'Use at most PT24H'),
    }),
    /**
     * Validations that an Action of this kind must cite, and the verdicts that are accepted. `binds` says which members of
     * the validated candidate must equal which members of the payload or of the looked-up object.
     */
    validations: z
      .array(
        z.strictObject({
          tool: toolId,
          accepts: z.array(z.enum(['pass', 'warn'])).min(1),
          binds: z
            .array(
              z.union([
                z.strictObject({ candidate: pointer, payload: pointer }),
                z.strictObject({ candidate: pointer, object: pointer }),
              ]),
            )
            // Without such a bind, a pass for another amount would be accepted.
            .refine((binds) => binds.some((bind) => 'payload' in bind), {
              error: 'binds no member of the payload. Add an item with candidate and payload',
            }),
        }),
      )
      .exactOptional(),
    /** Members that approvers see, new beside old: pointer into the payload, pointer into the looked-up object. */
    shows: z.array(z.strictObject({ label: title, payload: pointer, object: pointer })).min(1),
    approval: z.strictObject({
      queues: z.array(idOf('queue')).min(1).refine(unique, { error: 'names a queue twice. Keep one' }),
      quorum: z.int().min(1).max(10),
    }),
    stagedForSeconds: z
      .int()
      .min(60, 'Use at least PT1M')
      .max(30 * daySeconds, 'Use at most P30D'),
    compensation: z.union([z.literal('none'), z.strictObject({ kind: idOf('action') })]),
  })
  .superRefine(({ targetSor, mutation, object }, context) => {
    const tell = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    const internal = targetSor === internalTarget;
    if (internal && !object) tell('object', 'is missing, and the target is objects. Add object: { type, key, draft }');
    if (!internal && object) tell('object', `is for the target ${internalTarget} only. Remove it, or change targetSor`);
    if (internal && !objectMutations.some((known) => known === mutation)) {
      tell('mutation', `is no mutation of live objects. Use one of: ${objectMutations.join(', ')}`);
    }
  });
export type ActionKind = Immutable<z.infer<typeof actionKind>>;
