import { UsageError } from '../../lib/usage-error.ts';
import { bytesOfFile } from '../../registry/files/regular-file.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { importRates, type ImportedRates } from '../../registry/rates/import-rates.ts';
import { maxBytes } from '../../registry/rates/read-xml.ts';
import { RatesRefused } from '../../registry/rates/refused.ts';
import { tcmbRates, type TcmbRate } from '../../registry/rates/tcmb.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io, type Noun } from '../command.ts';
import { counted } from '../counted.ts';

const kinds = Object.keys(tcmbRates).filter(isKind);
const rules = {
  maxBytes,
  ifMissing: 'Download the XML file from its publisher first',
  ifTooLarge: 'Import a file of fewer days',
} as const;

const importCommand: Command = {
  summary: "Import exchange rates from an XML file of the European Central Bank or Türkiye's TCMB as a rate table",
  operands: 'FILE [--id ID] [--version V] [--rate KIND] [--from DATE] [--to DATE]',
  examples: [
    'logic-plane rates import today.xml',
    'logic-plane rates import eurofxref-hist-90d.xml --tenant acme --id rates.ecb --from 2026-11-01',
  ],
  options: {
    id: { type: 'string', says: 'id of the rate table (default: rates.ecb or rates.tcmb, by the publisher)' },
    version: { type: 'string', says: 'version of the rate table (default: the next minor version)' },
    rate: { type: 'string', says: `rate to import from a TCMB file: ${kinds.join(', ')} (default: forex-selling)` },
    from: { type: 'string', says: 'first day to import, such as 2026-11-01 (default: the first day of the file)' },
    to: { type: 'string', says: 'last day to import, such as 2026-11-27 (default: the last day of the file)' },
  },
  run: async (given, io) => {
    const [file, ...more] = given.operands;
    if (file === undefined || more.length > 0)
      throw new UsageError('rates import takes one XML file. See logic-plane rates import --help');
    const { id, version, rate, from, to } = given.options;
    try {
      const imported = await importRates({
        tenantsDir: given.tenantsDir,
        tenant: given.tenant,
        file,
        bytes: bytesOfFile(file, rules),
        id: text(id),
        version: text(version),
        rate: kindOf(text(rate)),
        days: { from: dayOf('from', text(from)), to: dayOf('to', text(to)) },
      });
      tell(imported, given, io);
      return exitCodes.ok;
    } catch (error) {
      if (!(error instanceof RatesRefused)) throw error;
      return refused(error, { file, json: given.json }, io);
    }
  },
};

const text = (option: string | boolean | undefined): string | undefined =>
  typeof option === 'string' ? option : undefined;

function isKind(kind: string): kind is TcmbRate {
  return Object.hasOwn(tcmbRates, kind);
}

function kindOf(rate: string | undefined): TcmbRate | undefined {
  if (rate === undefined || isKind(rate)) return rate;
  throw new UsageError(`a TCMB file has no rate ${rate}. ${suggestion(rate, kinds)}`);
}

function dayOf(option: string, day: string | undefined): string | undefined {
  if (day === undefined || /^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  throw new UsageError(`--${option} must be a date such as 2026-11-27, but it is ${day}`);
}

function tell({ table, wrote, leftOut, usedBy }: ImportedRates, { json, tenant }: Given, io: Io): void {
  const name = `${table.id}@${table.version}`;
  const days = 1 + Object.keys(table.history ?? {}).length;
  if (json) {
    const { asOf, base, source, provenance } = table;
    const facts = { table: name, wrote: wrote ?? null, source, asOf, base, days, provenance };
    io.out(`${JSON.stringify({ ...facts, leftOut: Object.fromEntries(leftOut), usedBy })}\n`);
    return;
  }
  for (const [currency, why] of leftOut) io.err(`${currency} was not imported: ${why}\n`);
  if (wrote === undefined) {
    io.out(`${name} already has these rates. Nothing was written\n`);
    return;
  }
  io.out(`wrote ${wrote}\n`);
  const rates = `${counted(Object.keys(table.rates).length, 'rate')} in ${table.base}`;
  io.out(
    `${table.source}: ${rates} of ${table.asOf}${days > 1 ? `, and ${counted(days - 1, 'day')} before it` : ''}\n`,
  );
  for (const { tool, uses } of usedBy) io.out(`${tool} uses ${uses} and does not see the new table\n`);
  io.out(`Next: list ${name} under \`uses\` in a new tool version, then run\n`);
  io.out(`  npx logic-plane tenant check ${tenant}\n  npx logic-plane promote TOOL@VERSION\n`);
}

function refused(
  error: RatesRefused,
  { file, json }: Pick<Given, 'json'> & { readonly file: string },
  io: Io,
): ExitCode {
  if (json) io.out(`${JSON.stringify({ error: error.name, file, message: error.message })}\n`);
  else io.err(`${file}: ${error.message}\n`);
  return exitCodes.finding;
}

export const rates: Noun = { summary: 'Import published exchange rates', verbs: { import: importCommand } };
