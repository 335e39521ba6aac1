import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { name, artefactNamed, pointer, title } from './parts.ts';

/**
 * Rules that a validation runs on one candidate. The validation pattern checks the expressions when the tenant is
 * compiled.
 */
export const rulePack = z.strictObject({
  ...artefactNamed('rules'),
  title,
  rules: z
    .array(
      z.strictObject({
        id: name,
        title,
        /**
         * A CEL expression over `candidate`; the rule passes if it is true. The compiler refuses an expression that
         * could take too many steps.
         */
        expression: z.string().min(1).max(4000),
        onFail: z.enum(['warn', 'block']),
        /** Pointers to the members of the candidate that the trace of this rule shows. */
        reads: z.array(pointer).max(32),
        /** The ids of rules that must pass before this rule is evaluated. @default none */
        requires: z.array(name).min(1).max(32).exactOptional(),
      }),
    )
    .min(1)
    .max(200),
});
export type RulePack = Immutable<z.infer<typeof rulePack>>;
