import { checkProofFile } from '../audit/check-proof.ts';
import { exportOf } from '../audit/export-log.ts';
import { proveOf } from '../audit/prove-event.ts';
import { verifyCopy } from '../audit/verify-copy.ts';
import type { Noun } from '../command.ts';
import { runSource } from '../replay/run-source.ts';

export const auditCommands: Noun = {
  summary: 'The audit log: copy it, check that nothing in it was changed, prove single events',
  verbs: {
    export: exportOf(async (given) => (await runSource(given)).auditLog()),
    verify: verifyCopy,
    prove: proveOf(async (given) => {
      const { database, auditLog } = await runSource(given);
      return { database, logSource: await auditLog() };
    }),
    check: checkProofFile,
  },
};
