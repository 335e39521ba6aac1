import { pattern } from '../../contract/pattern.ts';
import { compose } from './compose.ts';
import { request, response, settings } from './schema.ts';

/** Makes a Draft from typed parts and a proved template. The Draft is not stored. docs/spec.md, 9.3, pure. */
export const composition = pattern({
  name: 'composition',
  effectClass: 'pure',
  function: 'composition',
  network: 'none',
  request,
  response,
  settings,
  refs: { template: { kind: 'Template', at: ['/template'], count: 'one' } },
  ports: [],
  execute: ({ args, refs }) => compose(args.parts, refs.template),
});
