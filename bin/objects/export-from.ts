import { setTimeout as wait } from 'node:timers/promises';
import { publishExport } from '../../adapters/exports/publish-export.ts';
import { head, headWriter } from '../../adapters/tables/head.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { objects } from '../../adapters/tables/objects.ts';
import { Failure } from '../../contract/failures.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exportedMembers } from '../../registry/aggregation/exported-members.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { exportObjects } from '../../registry/objects/export-objects.ts';
import { ExportRefused } from '../../registry/objects/refused.ts';
import { exitCodes, type Command, type Given } from '../command.ts';
import { counted } from '../counted.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import type { RunSource } from '../replay/run-source.ts';
import { deployment } from './deployment.ts';
import { typeOf } from './type-of.ts';

/** Command `logic-plane objects export`. @param stores opens the stores of the deployment that the command line selects */
export const exportFrom = (
  stores: (given: Given) => Promise<Pick<RunSource, 'database' | 'content' | 'exports' | 'allObjects'>>,
  pause: (millis: number) => Promise<void> = wait,
): Command => ({
  summary: 'Export the present live objects of a type, for aggregations whose engine is Amazon Athena',
  operands: 'TYPE [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane objects export Claim --tenant acme',
    'logic-plane objects export Claim --tenant acme --outputs outputs.json --stage prod',
  ],
  options: deployment,
  run: async (given, io) => {
    const [name, ...more] = given.operands;
    if (name === undefined || more.length > 0)
      throw new UsageError('objects export takes one ontology type. See logic-plane objects export --help');
    const checked = await checkedTenant(given.tenantsDir, given.tenant);
    const type = typeOf(checked, name);
    const members = exportedMembers(checked, type.id);
    if (!members) {
      throw new UsageError(
        `no tool of tenant ${given.tenant} aggregates ${type.id} with engine: athena, so nothing was exported. Add such a tool first`,
      );
    }
    const { database, content, exports, allObjects } = await stores(given);
    const live = objects(database);
    const progress = progressLine(io, given.json);
    try {
      const { release } = await head(database).current();
      const exported = await exportObjects({
        type,
        members,
        objects: allObjects === undefined ? live : { ...live, scan: allObjects },
        ledger: ledger(database, content),
        content,
        exports,
        publish: (of, snapshot) => publishExport(headWriter(database), of, snapshot),
        release,
        now: Date.now,
        // A read through the index is not consistent, so the export waits until the index has followed the table.
        wait: allObjects === undefined ? pause : async () => undefined,
        onProgress: ({ step, done }) => progress.show(step === 'read' ? `${done} objects` : `${done} parts written`),
      }).finally(() => progress.end());
      const { objects: count, snapshot, asOf, bytes } = exported;
      if (given.json) io.out(`${JSON.stringify({ type: type.id, ...exported })}\n`);
      else
        io.out(
          `${counted(count, 'object')} of ${type.id} as of ${asOf}, ${(bytes / 1024).toFixed(0)} KB\n${snapshot} is in force. Every function sees it within 5 s\n`,
        );
      return exitCodes.ok;
    } catch (error) {
      if (error instanceof ExportRefused || (error instanceof Failure && error.code === 'object.invalid')) {
        if (given.json) io.out(`${JSON.stringify({ error: error.name, message: error.message })}\n`);
        else
          io.err(
            `${error.message}\nThe export did not change what is in force. Correct the object, import it, and export again\n`,
          );
        return exitCodes.finding;
      }
      if (!(error instanceof Failure)) throw error;
      throw new MissingEnvironment(
        `the export stopped: ${error.message}. The previous export stays in force. Run the command again`,
        { cause: error },
      );
    }
  },
});
