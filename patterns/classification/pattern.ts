import { pattern } from '../../contract/pattern.ts';
import { classify } from './classify.ts';
import { request, response, settings } from './schema.ts';

/** Assigns a band of a proved schema to a typed subject, or answers that no band fits. docs/spec.md, 9.3, pure. */
export const classification = pattern({
  name: 'classification',
  effectClass: 'pure',
  function: 'classification',
  network: 'none',
  request,
  response,
  settings,
  refs: { schema: { kind: 'ClassificationSchema', at: ['/schema'], count: 'one' } },
  ports: [],
  execute: ({ args, refs }) => classify(args.subject, refs.schema),
});
