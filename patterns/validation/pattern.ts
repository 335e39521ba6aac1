import { pattern } from '../../contract/pattern.ts';
import { mustBePinned } from './ontology-pin.ts';
import { request, response, settings } from './schema.ts';
import { validate } from './validate.ts';

/**
 * Evaluates a rule pack on a candidate, and returns a verdict with a trace. docs/spec.md, 9.3, pure: the result depends
 * only on the pack version and the candidate.
 */
export const validation = pattern({
  name: 'validation',
  effectClass: 'pure',
  function: 'validation',
  network: 'none',
  request,
  response,
  settings,
  refs: { rulePack: { kind: 'RulePack', at: ['/rulePack'], count: 'one' } },
  ports: [],
  execute: ({ args, refs, settings: own }) => {
    mustBePinned(args.ontologyPin, own.ontology);
    return validate(args.candidate, refs.rulePack);
  },
});
