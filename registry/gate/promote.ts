import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { loadTenant } from '../tenant/load.ts';
import { textFile } from '../files/text-file.ts';
import { writeInside } from '../files/write-inside.ts';
import { folderLimits } from '../tenant/tenant-folder.ts';
import type { GateReport } from '../tenant/schemas/report-file.ts';
import { UnknownToolVersion } from './unknown-tool-version.ts';

/**
 * Writes the report of a passed gate, and the release block into the file of the record. The rest of the file is not
 * changed.
 * @returns the written files, relative to the tenant's folder
 * @throws UnknownToolVersion; Error if the report has not passed
 */
export async function promoteTool(
  { tenantsDir, tenant }: { readonly tenantsDir: string; readonly tenant: string },
  report: GateReport,
): Promise<readonly string[]> {
  if (!report.passed)
    throw new Error(`${report.tool}@${report.version} has not passed its gate, so it cannot be promoted`);
  const loaded = await loadTenant(tenantsDir, tenant);
  const file = loaded.tenant?.tools.find(({ value }) => value.id === report.tool && value.version === report.version);
  if (!file) throw new UnknownToolVersion(`there is no tool version ${report.tool}@${report.version}`);
  const root = join(tenantsDir, tenant);
  const reportFile = `reports/${report.tool}@${report.version}.json`;
  await writeInside(root, reportFile, `${JSON.stringify(report, null, 2)}\n`);
  const read = textFile(join(root, file.source.file), { maxBytes: folderLimits.fileBytes, links: 'refused' });
  if ('notUtf8' in read)
    throw new Error(`${file.source.file}:${read.notUtf8}: the line is not UTF-8. Save the file as UTF-8`);
  await writeInside(root, file.source.file, withRelease(read.text));
  return [reportFile, file.source.file];
}

/** Returns the text with the new release block in place of an older release block. All other lines stay the same. */
function withRelease(text: string): string {
  const document = parseDocument(text);
  const block = 'release: { state: released, gate: passed, drift: ok, deprecation: null }\n';
  const found = document.get('release', true);
  if (!document.has('release')) return `${text.endsWith('\n') ? text : `${text}\n`}${block}`;
  const start = text.search(/^release:/m);
  const end =
    typeof found === 'object' && found !== null && 'range' in found ? (found.range as number[])[1] : undefined;
  if (start === -1 || end === undefined)
    throw new Error('the release block of the record cannot be replaced. Delete it from the file and promote again');
  return `${text.slice(0, start)}${block.trimEnd()}${text.slice(end)}`;
}
