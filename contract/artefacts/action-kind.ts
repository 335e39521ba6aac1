import * as z from 'zod';
import { internalTarget, objectMutations } from '../rows/objects.ts';
import type { Immutable } from '../values/immutable.ts';
import { daySeconds, idOf, memberPointer, name, artefactNamed, pointer, title, toolId, unique } from './parts.ts';

const maxLookups = 4;

/**
 * The origin of one member of a compensating payload. `object` is a pointer to the old value in the looked-up target,
 * `payload` is a pointer to a value in the payload of the original change, and `text` is a fixed text.
 */
const restored = z.union([
  z.strictObject({ object: pointer }),
  z.strictObject({ payload: pointer }),
  z.strictObject({ text: z.string().min(1).max(2000) }),
]);
export type Restored = Immutable<z.infer<typeof restored>>;

/**
 * How a committed Action is undone: `kind` and `payload` describe another Action that is made only from stored records.
 * `none` is the reason why nothing can undo it.
 */
const compensation = z.union([
  z.strictObject({ none: z.string().min(1).max(500) }),
  z.strictObject({
    kind: idOf('action'),
    payload: z.record(
      pointer.regex(/^\/[^/]+$/, 'Use the pointer of a top-level member of the payload, such as /amount'),
      restored,
    ),
  }),
]);

/** A kind of change: its target, the lookups that it relies on, and who approves it. */
export const actionKind = z
  .strictObject({
    ...artefactNamed('action'),
    title,
    /** The id of an SoR such as `sor.policy-admin`, or `objects` for the platform's own live objects. */
    targetSor: z.union([idOf('sor'), z.literal(internalTarget)]),
    /** A mutation that the SoR file declares. For the target `objects`, one of `objectMutations`. */
    mutation: z.string().min(1),
    /** Only for the target `objects`: the live object that a Draft becomes. */
    object: z
      .strictObject({
        /** The ontology type. */
        type: z.string().min(1),
        /** The property whose value is the id of the object. */
        key: z.string().min(1),
        /**
         * The pointer into the payload at which the composition's result is. The `content` of this result becomes the
         * object.
         */
        draft: memberPointer,
      })
      .exactOptional(),
    /** The lookups that an Action of this kind may cite as its basis. */
    basis: z.strictObject({
      tools: z.array(toolId).min(1).refine(unique, { error: 'names a tool twice. Keep one' }),
      maxAgeSeconds: z.int().min(1).max(daySeconds, 'Use at most PT24H'),
    }),
    /**
     * Other records that an Action of this kind relies on, each under a name of the author's choice. The Action must
     * cite a lookup of each of these records, and the platform reads each record again before the Task opens.
     * `identifier` is a pointer into the looked-up target.
     */
    lookups: z
      .record(
        name,
        z.strictObject({
          tools: z.array(toolId).min(1).refine(unique, { error: 'names a tool twice. Keep one' }),
          maxAgeSeconds: z.int().min(1).max(daySeconds, 'Use at most PT24H'),
          identifier: memberPointer,
        }),
      )
      // The function that opens the Task must read all these records within one call.
      .refine((lookups) => Object.keys(lookups).length <= maxLookups, { error: `Use at most ${maxLookups} lookups` })
      .exactOptional(),
    /**
     * Validations that an Action of this kind must cite, and the verdicts that are accepted. Each item of `binds` names
     * two members that must be equal. The first is a member of the validated candidate. The second is a member of the
     * payload, of the looked-up target, or of a record of `lookups`.
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
                z.strictObject({ candidate: pointer, object: pointer, lookup: name.exactOptional() }),
              ]),
            )
            // One item must bind a member of the payload. Otherwise a validation that passed for another amount would
            // be accepted.
            .refine((binds) => binds.some((bind) => 'payload' in bind), {
              error:
                'has no item that names a member of the payload. Add an item { candidate: POINTER, payload: POINTER }',
            }),
        }),
      )
      .exactOptional(),
    /**
     * Values that approvers see side by side: the new one at a pointer into the payload, the old one at a pointer into
     * the looked-up target.
     */
    shows: z.array(z.strictObject({ label: title, payload: pointer, object: pointer })).min(1),
    approval: z.strictObject({
      queues: z.array(idOf('queue')).min(1).refine(unique, { error: 'names a queue twice. Keep one' }),
      quorum: z.int().min(1).max(10),
    }),
    stagedForSeconds: z
      .int()
      .min(60, 'Use at least PT1M')
      .max(30 * daySeconds, 'Use at most P30D'),
    /** The number of operators who must report the same outcome of a change whose outcome is unknown. @default 1 */
    resolution: z.strictObject({ quorum: z.int().min(1).max(10) }).exactOptional(),
    compensation,
  })
  .superRefine(({ targetSor, mutation, object, lookups = {}, validations = [], compensation: undoing }, context) => {
    const tell = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    for (const bind of validations.flatMap(({ binds }) => binds)) {
      const named = 'lookup' in bind ? bind.lookup : undefined;
      if (named === undefined || Object.hasOwn(lookups, named)) continue;
      tell(
        'validations',
        `has an item with the lookup ${named}, which is not in lookups. ${
          Object.keys(lookups).length === 0 ? 'Add it to lookups' : `Use one of: ${Object.keys(lookups).join(', ')}`
        }`,
      );
    }
    if ('kind' in undoing && targetSor === internalTarget) {
      tell(
        'compensation',
        'names a kind, but no Action can undo a change of live objects (targetSor: objects). Write { none: REASON }',
      );
    }
    const internal = targetSor === internalTarget;
    if (internal && !object)
      tell('object', 'is missing, but a kind with targetSor: objects needs it. Add object: { type, key, draft }');
    if (!internal && object)
      tell('object', `is allowed only with targetSor: ${internalTarget}. Remove object, or change targetSor`);
    if (internal && !objectMutations.some((known) => known === mutation)) {
      tell('mutation', `is not a mutation of live objects. Use one of: ${objectMutations.join(', ')}`);
    }
  });
export type ActionKind = Immutable<z.infer<typeof actionKind>>;

/** A release that was compiled before `none` had a reason contains the plain text 'none'. */
export type Compensation = Immutable<z.infer<typeof compensation>> | 'none';
