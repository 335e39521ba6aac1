import { head } from '../../adapters/tables/head.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { objectWriter } from '../../adapters/tables/object-writer.ts';
import { Failure } from '../../contract/failures.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { mustBeRegularFile } from '../../registry/files/regular-file.ts';
import { importObjects, type Imported } from '../../registry/objects/import-objects.ts';
import type { ObjectType } from '../../registry/objects/object-type.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io, type Noun } from '../command.ts';
import { counted } from '../counted.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { deployment } from '../objects/deployment.ts';
import { exportFrom } from '../objects/export-from.ts';
import { typeOf } from '../objects/type-of.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';

/** Command `logic-plane objects import`. @param stores opens the stores of the deployment that the command line selects */
export const importInto = (stores: (given: Given) => Promise<Pick<RunSource, 'database' | 'content'>>): Command => ({
  summary: 'Import live objects of an ontology type from NDJSON. If an import stops, run it again and it continues',
  operands: 'FILE.ndjson --type TYPE [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane objects import tenants/demo/objects/claims.ndjson --type Claim',
    'logic-plane objects import claims.ndjson --type Claim --tenant acme --outputs outputs.json --stage prod',
  ],
  options: {
    type: { type: 'string', says: 'ontology type of the objects, such as Claim' },
    ...deployment,
  },
  run: async (given, io) => {
    const [file, ...more] = given.operands;
    if (file === undefined || more.length > 0)
      throw new UsageError('objects import takes one NDJSON file. See logic-plane objects import --help');
    const { options, tenantsDir, tenant } = given;
    if (typeof options['type'] !== 'string')
      throw new UsageError('the ontology type is missing. Name it with --type TYPE');
    const type = typeOf(await checkedTenant(tenantsDir, tenant), options['type']);
    mustBeRegularFile(file);
    const { database, content } = await stores(given);
    const progress = progressLine(io, given.json);
    try {
      const { release } = await head(database).current();
      const imported = await importObjects({
        file,
        type,
        writer: objectWriter(database),
        ledger: ledger(database, content),
        release,
        now: Date.now,
        onProgress: ({ done, of }) => progress.show(`${done}/${of} objects`),
      }).finally(() => progress.end());
      return told(imported, { type, file, json: given.json }, io);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new MissingEnvironment(
        `the import stopped: ${error.message}. Run the command again: objects that are already imported stay as they are`,
        { cause: error },
      );
    }
  },
});

function told(
  imported: Imported,
  { type, file, json }: { readonly type: ObjectType; readonly file: string; readonly json: boolean },
  io: Io,
): ExitCode {
  if ('refused' in imported) {
    const { bad, badLines } = imported.refused;
    if (json) io.out(`${JSON.stringify({ type: type.id, written: 0, badLines, bad })}\n`);
    else {
      for (const { line, pointer, message } of bad) {
        io.err(`${file}:${line}: ${pointer === '' ? 'the line ' : `${pointer}: `}${message}\n`);
      }
      if (badLines > bad.length)
        io.err(
          `${counted(badLines - bad.length, 'more line')} of the file ${badLines - bad.length === 1 ? 'is' : 'are'} bad\n`,
        );
      io.err(
        `The file has ${counted(badLines, 'bad line')}, so nothing was imported. Correct ${badLines === 1 ? 'it' : 'them'} and import the file again\n`,
      );
    }
    return exitCodes.finding;
  }
  const { objects, counts, fileHash } = imported;
  if (json) io.out(`${JSON.stringify({ type: type.id, objects, ...counts, fileHash })}\n`);
  else {
    io.out(`${counted(objects, 'object')} of ${type.id}: ${counts.created} created, ${counts.changed} changed, `);
    io.out(`${counts.unchanged} unchanged\n`);
  }
  return exitCodes.ok;
}

export const objectsCommands: Noun = {
  summary: 'Import and export live objects of the ontology',
  verbs: { import: importInto(runSource), export: exportFrom(runSource) },
};
