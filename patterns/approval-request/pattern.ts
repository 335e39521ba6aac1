import { pattern } from '../../contract/pattern.ts';
import { requestApproval } from './request-approval.ts';
import { request, response, settings } from './schema.ts';

/**
 * Asks a queue to approve a staged Action or to confirm a Decision. There is one Task for each subject and round.
 * docs/spec.md, 9.3, commit-low.
 */
export const approvalRequest = pattern({
  name: 'approval-request',
  effectClass: 'commit-low',
  function: 'approval-request',
  network: 'none',
  request,
  response,
  settings,
  refs: {
    action: { kind: 'Action', at: ['/subject/id'], when: { at: '/subject/kind', is: 'Action' }, count: 'optional' },
    decision: {
      kind: 'Dispatch',
      at: ['/subject/id'],
      when: { at: '/subject/kind', is: 'Decision' },
      count: 'optional',
    },
    queue: { kind: 'Queue', at: ['/queue'], count: 'one' },
  },
  ports: ['actions', 'dispatches'],
  execute: ({ args, refs, ports, call }) => requestApproval({ args, refs }, ports, call),
});
