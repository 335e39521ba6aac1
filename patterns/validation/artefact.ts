import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import type { RulePack } from '../../contract/artefacts/artefacts.ts';
import { jsonPointer } from '../../contract/values/shapes.ts';
import { maxPackSteps } from './cost.ts';
import { compileRule, RuleRefused } from './program.ts';
import { wrongRequirements } from './requirements.ts';

/**
 * A rule pack's file: every expression parses and names only what rules have, the pack's steps are bounded, and no rule
 * requires itself.
 */
export const rulePack: z.ZodType<RulePack> = z
  .strictObject({
    id: artefactId('rules'),
    version: artefactVersion,
    title: z.string().min(1).max(200),
    rules: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/),
          title: z.string().min(1).max(200),
          expression: z.string().min(1),
          onFail: z.enum(['warn', 'block']),
          reads: z.array(jsonPointer).max(32),
          requires: z.array(z.string()).min(1).max(32).exactOptional(),
        }),
      )
      .min(1)
      .max(200),
  })
  .superRefine(({ rules }, context) => {
    let steps = 0;
    for (const [i, { id, expression }] of rules.entries()) {
      if (rules.findIndex((rule) => rule.id === id) < i) {
        context.addIssue({ code: 'custom', path: ['rules', i, 'id'], message: 'names a rule twice' });
      }
      try {
        steps += compileRule(expression).steps;
      } catch (error) {
        if (!(error instanceof RuleRefused)) throw error;
        context.addIssue({ code: 'custom', path: ['rules', i, 'expression'], message: error.message });
      }
    }
    for (const { at, message } of wrongRequirements(rules)) {
      context.addIssue({ code: 'custom', path: ['rules', at, 'requires'], message });
    }
    if (steps > maxPackSteps) {
      const message = `may take ${steps} steps together, more than ${maxPackSteps}`;
      context.addIssue({ code: 'custom', path: ['rules'], message });
    }
  });
