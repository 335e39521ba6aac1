import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod';
import { sha256 } from '../../../contract/values/canonical.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import {
  exportTable,
  partKey,
  type ExportQuery,
  type Exports,
  type ExportSnapshot,
} from '../../../contract/rows/exports.ts';
import type { OntologyObject } from '../../../contract/rows/objects.ts';
import { memberNamed } from '../../../patterns/aggregation/members.ts';
import { aggregationAthena } from '../../../patterns/aggregation/pattern.ts';
import { request, response, type Settings } from '../../../patterns/aggregation/schema.ts';
import { writePart, writtenColumns } from '../../../registry/objects/exported-part.ts';
import { factsOf } from '../facts.ts';
import { everything, settings } from './measured.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const asOf = '2026-02-01T00:00:00.000Z';

/** DuckDB in this process. It has Trino's names for the functions, and a folder of its own for the files. */
export async function duckDb(): Promise<{
  readonly connection: DuckDBConnection;
  readonly directory: string;
  close(): void;
}> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const macros = readFileSync(join(root, 'local', 'cloud', 'athena_dialect.sql'), 'utf8');
  for (const macro of macros.split(';').filter((one) => one.includes('CREATE'))) await connection.run(macro);
  const directory = mkdtempSync(join(tmpdir(), 'exported-test-'));
  return {
    connection,
    directory,
    close: () => {
      connection.closeSync();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
export type DuckDb = Awaited<ReturnType<typeof duckDb>>;

/** Replaces each question mark by its parameter as a quoted literal, as Athena does. */
export const inlined = ({ text, parameters }: Pick<ExportQuery, 'text' | 'parameters'>): string => {
  const left = [...parameters];
  return text.replaceAll('?', () => `'${(left.shift() ?? '').replaceAll("'", "''")}'`);
};

/**
 * Writes objects as an export does, in two parts for each type, and queries them with the statements that Athena gets.
 */
export async function exported(
  { connection, directory }: DuckDb,
  all: readonly OntologyObject[],
  of: Settings = settings,
): Promise<Exports & { readonly asked: ExportQuery[] }> {
  const snapshots = new Map<string, ExportSnapshot>();
  const asked: ExportQuery[] = [];
  for (const [type, { read }] of Object.entries(of.members ?? {})) {
    const columns = writtenColumns(Object.entries(read).map(([pointer, { kind }]) => memberNamed({ pointer, kind })));
    const objects = all.filter((one) => one.type === type);
    const half = Math.ceil(objects.length / 2);
    const bytes = [objects.slice(0, half), objects.slice(half)]
      .filter((part) => part.length > 0)
      .map((part) => ({ objects: part.length, file: writePart(columns, part) }));
    const parts = bytes.map(({ objects: count, file }) => ({ name: sha256OfBytes(file), objects: count }));
    const names = columns.map(({ column }) => column.name);
    const manifest = { format: '1', type, asOf, objects: objects.length, columns: names, parts } as const;
    const id = sha256(JSON.stringify(manifest));
    snapshots.set(type, { id, manifest: { ...manifest, columns: names } });
    for (const [i, { file }] of bytes.entries()) {
      const path = join(directory, partKey(type, id, parts[i]?.name ?? ''));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file);
    }
    const paths = `${directory}/exported/${exportTable(type)}/snapshot=${id}/*.parquet`;
    const source =
      parts.length === 0
        ? `SELECT ${columns.map(({ column }) => `CAST(NULL AS ${column.type}) AS "${column.name}"`).join(', ')}, '' AS snapshot WHERE false`
        : `SELECT * FROM read_parquet('${paths}', hive_partitioning = true, hive_types = {'snapshot': VARCHAR})`;
    await connection.run(`CREATE OR REPLACE VIEW "${exportTable(type)}" AS ${source}`);
  }
  return {
    asked,
    snapshot: async (type) => {
      const found = snapshots.get(type);
      if (!found) throw new Error(`no snapshot of ${type}`);
      return found;
    },
    query: async (query) => {
      asked.push(query);
      const answer = await connection.runAndReadAll(inlined(query));
      return z.array(z.record(z.string(), z.string().nullable())).parse(answer.getRowObjectsJson());
    },
  };
}

/** Returns the engine's answer to arguments over exported objects. */
export async function measureExported(
  exports: Exports,
  args: Readonly<Record<string, unknown>>,
  more: { readonly settings?: Settings } = {},
) {
  const product = await aggregationAthena.execute({
    args: request.parse({ objects: { type: 'Claim' }, window: everything, ...args }),
    refs: {},
    ports: { exports },
    settings: { ...(more.settings ?? settings), engine: 'athena' },
    call: factsOf(),
  });
  response.parse(product.result);
  return product;
}
