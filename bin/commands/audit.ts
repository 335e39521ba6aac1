import { checkProofFile } from '../audit/check-proof.ts';
import { eraseOf } from '../audit/erase.ts';
import { exportOf } from '../audit/export-log.ts';
import { proveOf } from '../audit/prove-event.ts';
import { reconcileOf } from '../audit/reconcile.ts';
import { redriveOf } from '../audit/redrive-events.ts';
import { listEventsOf } from '../audit/list-events.ts';
import { tellStoryOf } from '../audit/tell-story.ts';
import { verifyCopy } from '../audit/verify-copy.ts';
import type { Noun } from '../command.ts';
import { runSource } from '../replay/run-source.ts';
import { signedIn } from '../sign-in/person.ts';

export const auditCommands: Noun = {
  summary: 'Ask the audit log who did what, copy it, check that nobody changed it, and prove that it has an event',
  verbs: {
    story: tellStoryOf(signedIn),
    events: listEventsOf(signedIn),
    export: exportOf(async (given) => (await runSource(given)).auditLog()),
    verify: verifyCopy,
    prove: proveOf(async (given) => {
      const { database, auditLog } = await runSource(given);
      return { database, logSource: await auditLog() };
    }),
    check: checkProofFile,
    erase: eraseOf(runSource),
    reconcile: reconcileOf(async (given) => {
      const { database, ledgerEvents, auditLog, accessLines } = await runSource(given);
      return { database, ledger: ledgerEvents, objects: (await auditLog()).log, access: accessLines };
    }),
    redrive: redriveOf(async (given) => {
      const { database, ledgerEvents, auditLog } = await runSource(given);
      return { database, ledger: ledgerEvents, objects: (await auditLog()).log };
    }),
  },
};
