import * as z from 'zod';
import { internalTarget, objectMutations } from '../rows/objects.ts';
import type { Immutable } from '../values/immutable.ts';
import { daySeconds, idOf, memberPointer, name, artefactNamed, pointer, title, toolId, unique } from './parts.ts';

const maxLookups = 4;

/**
 * The origin of a member of a compensating payload: the value that the change replaced, a value that it made, or a text
 * of the kind.
 */
const restored = z.union([
  z.strictObject({ object: pointer }),
  z.strictObject({ payload: pointer }),
  z.strictObject({ text: z.string().min(1).max(2000) }),
]);
export type Restored = Immutable<z.infer<typeof restored>>;

/** How a committed Action is undone: by an Action of another kind, made of records alone; or not at all, with the reason. */
const compensation = z.union([
  z.strictObject({ none: z.string().min(1).max(500) }),
  z.strictObject({
    kind: idOf('action'),
    payload: z.record(
      pointer.regex(/^\/[^/]+$/, 'Use the pointer of a member of the payload itself, such as /amount'),
      restored,
    ),
  }),
]);

/** A kind of change: its target, what it rests on, and who approves it. */
export const actionKind = z
  .strictObject({
    ...artefactNamed('action'),
    title,
    /** The id of an SoR such as `sor.policy-admin`, or `objects` for the live objects of the platform itself. */
    targetSor: z.union([idOf('sor'), z.literal(internalTarget)]),
    /** A mutation that the SoR declares; for `objects`, one of `objectMutations`. */
    mutation: z.string().min(1),
    /** Only for the target `objects`: says what a Draft becomes. */
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
     * Records beside the target that an Action of this kind relies on, by a name of the kind's. Each is cited as evidence, and
     * read again before the Task opens. `identifier` points into the looked-up target.
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
      // All are read within one call of the function that opens the Task.
      .refine((lookups) => Object.keys(lookups).length <= maxLookups, { error: `Use at most ${maxLookups} lookups` })
      .exactOptional(),
    /**
     * Validations that an Action of this kind must cite, and the verdicts that are accepted. `binds` says which members of
     * the validated candidate must equal which members of the payload, of the looked-up target, or of another lookup.
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
    /** How many operators must say the same of an outcome that nobody knows. @default 1 */
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
        `binds the lookup ${named}, which is not in lookups. Use one of: ${Object.keys(lookups).join(', ')}`,
      );
    }
    if ('kind' in undoing && targetSor === internalTarget) {
      tell(
        'compensation',
        'names a kind, and the target is objects. Write { none: REASON }: only a Draft becomes an object',
      );
    }
    const internal = targetSor === internalTarget;
    if (internal && !object) tell('object', 'is missing, and the target is objects. Add object: { type, key, draft }');
    if (!internal && object) tell('object', `is for the target ${internalTarget} only. Remove it, or change targetSor`);
    if (internal && !objectMutations.some((known) => known === mutation)) {
      tell('mutation', `is no mutation of live objects. Use one of: ${objectMutations.join(', ')}`);
    }
  });
export type ActionKind = Immutable<z.infer<typeof actionKind>>;

/** A release that was compiled before `none` had a reason holds the plain word. */
export type Compensation = Immutable<z.infer<typeof compensation>> | 'none';
