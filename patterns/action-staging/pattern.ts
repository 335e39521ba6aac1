import { internalTarget } from '../../contract/rows/objects.ts';
import { pattern } from '../../contract/pattern.ts';
import { request, response, settings } from './schema.ts';
import { stage } from './stage.ts';

/**
 * Stages a change as an Action in state `staged`. This is the only way in which an agent can cause a commit.
 * docs/spec.md, 9.3, stage.
 */
export const actionStaging = pattern({
  name: 'action-staging',
  effectClass: 'stage',
  function: 'action-staging',
  network: 'none',
  request,
  response,
  settings,
  refs: {
    kind: { kind: 'ActionKind', at: ['/action/kind'], count: 'one' },
    sor: { kind: 'Sor', at: ['/action/targetSor'], count: 'optional', except: internalTarget },
    cited: { kind: 'Dispatch', at: ['/basis', '/drafts/*', '/evidence/*/event'], count: 'many' },
  },
  ports: ['dispatches'],
  execute: ({ args, refs, call }) => stage(args, refs, call),
});
