import { join } from 'node:path';
import { head } from '../../adapters/tables/head.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { objectWriter } from '../../adapters/tables/object-writer.ts';
import type { Database } from '../../adapters/tables/database.ts';
import type { ContentStore } from '../../contract/rows/content.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { importObjects } from '../../registry/objects/import-objects.ts';
import { objectType } from '../../registry/objects/object-type.ts';
import { LocalFailure } from '../cloud/failure.ts';

/** Files below the tenant's folder, each with the ontology type of its objects. */
const files = { 'objects/claims.ndjson': 'Claim' } as const;

export interface PutObjectsOptions {
  readonly tenantsDir: string;
  readonly tenant: string;
  readonly database: Database;
  readonly content: ContentStore;
  readonly tell?: (line: string) => void;
}

/** Imports the demo's live objects, as `logic-plane objects import` does. Objects that already exist stay unchanged. */
export async function putObjects({ tenantsDir, tenant, database, content, tell }: PutObjectsOptions): Promise<void> {
  const checked = await checkedTenant(tenantsDir, tenant);
  const { release } = await head(database).current();
  for (const [file, type] of Object.entries(files)) {
    const imported = await importObjects({
      file: join(tenantsDir, tenant, file),
      type: objectType(checked, type),
      writer: objectWriter(database),
      ledger: ledger(database, content),
      release,
      now: Date.now,
      onProgress: ({ done, of }) => tell?.(`${type}: ${done}/${of}`),
    });
    if (!('refused' in imported)) continue;
    const [{ line, pointer, message } = { line: 0, pointer: '', message: '' }] = imported.refused.bad;
    throw new LocalFailure({
      what: 'Objects of the demo do not match their types.',
      why: `${file}:${line}: ${pointer}: ${message}.`,
      next: 'Correct the file, then run npm start.',
    });
  }
}
