import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { name, artefactNamed, pointer, title } from './parts.ts';

/** Rules over one candidate. The validation pattern proves the expressions when it compiles them. */
export const rulePack = z.strictObject({
  ...artefactNamed('rules'),
  title,
  rules: z
    .array(
      z.strictObject({
        id: name,
        title,
        /** CEL over `candidate`; true is a pass. It takes linear time, and its steps are bounded when it is compiled. */
        expression: z.string().min(1).max(4000),
        onFail: z.enum(['warn', 'block']),
        /** Pointers into the candidate: the trace shows these members. */
        reads: z.array(pointer).max(32),
        /** Rules that must pass before this rule is evaluated. @default none */
        requires: z.array(name).min(1).max(32).exactOptional(),
      }),
    )
    .min(1)
    .max(200),
});
export type RulePack = Immutable<z.infer<typeof rulePack>>;
