import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { isPlainText } from '../values/plain-text.ts';
import { daySeconds, artefactNamed, title, unique } from './parts.ts';

/** A queue of Tasks: the groups whose members decide the Tasks, and the time that they have for a decision. */
export const queue = z
  .strictObject({
    ...artefactNamed('queue'),
    title,
    /** Groups of the user pool. Their members may decide the Tasks of the queue. */
    groups: z.array(z.string().min(1)).min(1).refine(unique, { error: 'names a group twice. Keep one' }),
    /** The time for a decision, at most 30 days: the state machine does not wait longer for a human. */
    slaSeconds: z
      .int()
      .min(1)
      .max(30 * daySeconds, 'Use at most PT720H (30 days)'),
    /** The time before the deadline of a Task at which the Task is warned about, if it is still open. */
    warnBeforeSeconds: z.int().min(1, 'Use at least PT1S').exactOptional(),
    /**
     * Reasons that the console offers for a denial, in the order in which it shows them. A member of the queue can always
     * write another reason.
     */
    denialReasons: z
      .array(title.refine(isPlainText, 'Remove its hidden character or its mark of text direction'))
      .min(1)
      .max(12)
      .refine(unique, { error: 'has a reason twice. Keep one' })
      .exactOptional(),
  })
  .superRefine(({ slaSeconds, warnBeforeSeconds }, context) => {
    if (warnBeforeSeconds === undefined || warnBeforeSeconds < slaSeconds) return;
    const message = 'is not shorter than sla, so no Task could be warned about. Use a shorter time than sla';
    context.addIssue({ code: 'custom', path: ['warnBeforeSeconds'], message });
  });
export type Queue = Immutable<z.infer<typeof queue>>;
