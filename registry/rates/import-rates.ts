import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { compare, inc } from 'semver';
import { rateTable, type RateTable } from '../../contract/artefacts/rate-table.ts';
import { hashOf } from '../../contract/values/canonical.ts';
import { writeNewInside } from '../files/write-inside.ts';
import { sayNames } from '../tenant/issue-names.ts';
import { sentencesOf } from '../tenant/issue-sentence.ts';
import { loadTenant } from '../tenant/load.ts';
import { TenantInvalid } from '../tenant/problem.ts';
import type { Tenant } from '../tenant/tenant.ts';
import { readPublished, type Days } from './read-published.ts';
import { RatesRefused } from './refused.ts';
import { mustBeSameKind } from './same-kind.ts';
import { tableText } from './table-text.ts';
import type { TcmbRate } from './tcmb.ts';

export interface RatesImport {
  readonly tenantsDir: string;
  readonly tenant: string;
  /** Path of the published file. Its name goes into the provenance of the table. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** @default `rates.ecb` or `rates.tcmb`, by the format of the file */
  readonly id?: string | undefined;
  /** @default 1.0.0, or the next minor version of the id */
  readonly version?: string | undefined;
  readonly rate?: TcmbRate | undefined;
  readonly days: Days;
}

export interface ImportedRates {
  readonly table: RateTable;
  /** Path of the new file, relative to the tenant's folder. Undefined if `table` already exists with the same rates. */
  readonly wrote: string | undefined;
  readonly leftOut: ReadonlyMap<string, string>;
  /** Tools that use a table with this id: `tool@version`, and the `id@version` of the table. */
  readonly usedBy: readonly { readonly tool: string; readonly uses: string }[];
}

/**
 * Imports a published file as an immutable rate table of the tenant. Rates that already exist under the id are not
 * written again. An existing file is never overwritten, and the next version must have the same kind of rates.
 * @throws RatesRefused, UnknownTenant, TenantInvalid
 */
export async function importRates(options: RatesImport): Promise<ImportedRates> {
  const { tenantsDir, file, bytes } = options;
  const published = readPublished(bytes, options.rate, options.days);
  const { tenant, problems } = await loadTenant(tenantsDir, options.tenant);
  if (!tenant) throw new TenantInvalid(options.tenant, problems);
  const id = options.id ?? `rates.${published.publisher}`;
  const standing = tablesOf(tenant, id);
  const [[asOf, rates] = ['', {}], ...earlier] = [...published.days];
  const table: RateTable = {
    id,
    version: options.version ?? nextVersion(standing),
    source: published.source,
    asOf,
    base: published.base,
    quotes: published.quotes,
    rates,
    ...(earlier.length > 0 ? { history: Object.fromEntries(earlier) } : {}),
    provenance: { file: basename(file), sha256: createHash('sha256').update(bytes).digest('hex') },
  };
  proved(table);
  const usedBy = usersOf(tenant, id);
  const same = standing.find((one) => contentOf(one) === contentOf(table));
  if (same) return { table: same, wrote: undefined, leftOut: published.leftOut, usedBy };
  mustBeSameKind(id, standing, published);
  const wrote = `rates/${id}@${table.version}.yaml`;
  if (standing.some(({ version }) => version === table.version)) throw stands(table, standing);
  if (!(await writeNewInside(join(tenantsDir, options.tenant), wrote, tableText(table)))) throw stands(table, standing);
  return { table, wrote, leftOut: published.leftOut, usedBy };
}

const tablesOf = (tenant: Tenant, id: string): readonly RateTable[] =>
  tenant.artefacts
    .filter((one) => one.kind === 'RateTable')
    .map(({ value }) => value.artefact)
    .filter((table) => table.id === id);

function nextVersion(standing: readonly RateTable[]): string {
  const newest = standing
    .map(({ version }) => version)
    .sort(compare)
    .at(-1);
  return newest === undefined ? '1.0.0' : (inc(newest, 'minor') ?? '1.0.0');
}

/**
 * Returns a hash of the rates of a table. The hash does not depend on the table's version or on the copy of the file.
 */
const contentOf = ({ source, asOf, base, quotes = 'base-per-unit', rates, history = {} }: RateTable): string =>
  hashOf({ source, asOf, base, quotes, rates, history });

function proved(table: RateTable): void {
  const issues = rateTable.safeParse(table, sayNames).error?.issues ?? [];
  const [first] = sentencesOf(issues, table);
  if (!first) return;
  const [member] = first.path.map(String);
  if (member === 'id') throw new RatesRefused(`--id is ${table.id}, which is malformed`, first.fix);
  if (member === 'version') throw new RatesRefused(`--version is ${table.version}, which is malformed`, first.fix);
  if (member === 'history') throw new RatesRefused(first.message, 'Choose fewer days with --from and --to');
  throw new RatesRefused(first.message, `In the published file: ${first.fix}`);
}

const usersOf = (tenant: Tenant, id: string): ImportedRates['usedBy'] =>
  tenant.tools.flatMap(({ value }) =>
    value.uses
      .filter((use) => use.startsWith(`${id}@`))
      .map((uses) => ({ tool: `${value.id}@${value.version}`, uses })),
  );

const stands = ({ id, version }: RateTable, standing: readonly RateTable[]): RatesRefused =>
  new RatesRefused(
    `${id}@${version} already exists with other rates, and a rate table is never overwritten`,
    `Omit --version: then the import writes the next version, ${nextVersion(standing)}`,
  );
