import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** The checks of approval requests: the groups of a queue must exist. */
export const approvalRequestRow: PatternRow = {
  functions: [gatedFunction(approvalRequest, approvalRequest, ({ actions, dispatches }) => ({ actions, dispatches }))],
  checkArtefacts: ({ tenant, check }) => {
    for (const file of tenant.artefacts) {
      if (file.kind === 'Queue')
        check.all({ file, path: ['groups'] }, { what: 'group', of: check.names.groups }, file.value.artefact.groups);
    }
  },
};
