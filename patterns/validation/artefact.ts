import { rulePack } from '../../contract/artefacts/rule-pack.ts';
import { maxPackSteps } from './cost.ts';
import { compileRule, RuleRefused } from './program.ts';
import { wrongRequirements } from './requirements.ts';

/**
 * Parses a rule pack and checks that it can be run: every expression compiles and uses only known names, the steps of
 * the pack are limited, and no rule requires itself.
 */
export const provedRulePack = rulePack.superRefine(({ rules }, context) => {
  let steps = 0;
  for (const [i, { id, expression }] of rules.entries()) {
    if (rules.findIndex((rule) => rule.id === id) < i) {
      context.addIssue({
        code: 'custom',
        path: ['rules', i, 'id'],
        message: 'is already the id of another rule. Give each rule its own id',
      });
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
    const message = `may take ${steps} steps together, and at most ${maxPackSteps} are allowed. Split the pack, or shorten its loops`;
    context.addIssue({ code: 'custom', path: ['rules'], message });
  }
});
