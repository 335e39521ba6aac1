import { pattern } from '../../contract/pattern.ts';
import { requestApproval } from './request-approval.ts';
import { request, response, settings } from './schema.ts';

/** Asks a queue to approve a staged Action: one Task an Action and round. The spec's 9.3, commit-low. */
export const approvalRequest = pattern({
  name: 'approval-request',
  effectClass: 'commit-low',
  function: 'approval-request',
  network: 'none',
  request,
  response,
  settings,
  refs: {
    subject: { kind: 'Action', at: ['/subject/id'], count: 'one' },
    queue: { kind: 'Queue', at: ['/queue'], count: 'one' },
  },
  ports: ['actions'],
  execute: ({ args, refs, call }) => requestApproval(args, refs, call),
});
