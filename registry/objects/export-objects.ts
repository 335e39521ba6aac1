import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportEvent } from '../../contract/audit.ts';
import { canonicalJson, sha256, type Hash } from '../../contract/values/canonical.ts';
import { sha256OfBytes, type ContentWriter } from '../../contract/rows/content.ts';
import { partKey, type ExportManifest, type ExportWriter } from '../../contract/rows/exports.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { Objects, OntologyObject } from '../../contract/rows/objects.ts';
import type { Ledger } from '../../contract/system.ts';
import { memberNamed } from '../../patterns/aggregation/members.ts';
import type { ExportedMember } from '../aggregation/exported-members.ts';
import { writePart, writtenColumns } from './exported-part.ts';
import type { ObjectType } from './object-type.ts';
import { ExportRefused } from './refused.ts';

export interface ExportOptions {
  readonly type: ObjectType;
  readonly members: readonly ExportedMember[];
  readonly objects: Objects;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly content: ContentWriter;
  readonly exports: ExportWriter;
  /** Puts the snapshot in force. This function is called after all parts are stored. */
  readonly publish: (type: string, snapshot: Hash) => Promise<void>;
  /** The release that is in force during the export. */
  readonly release: string;
  readonly now: () => number;
  readonly wait: (millis: number) => Promise<void>;
  readonly onProgress?: (progress: { readonly step: 'read' | 'put'; readonly done: number }) => void;
}

export interface Exported {
  readonly snapshot: Hash;
  readonly asOf: string;
  readonly objects: number;
  readonly bytes: number;
}

/** Number of objects in one part, a file of some megabytes. All objects of one part are in memory at the same time. */
const partObjects = 100_000;
/** After this time, an object that was written before the start is in the index that the scan reads. */
const settleMillis = 2000;

/**
 * Exports the objects of a type as they were at the start. If an object changes in the meantime, its earlier version is
 * exported. Each object is checked against its type, and no object is left out. At the end the new snapshot is in
 * force. If the export fails, the earlier snapshot stays in force and a repeated export begins again.
 * @throws ExportRefused; Failure `dependency.unavailable`, `ledger.unanswered`
 */
export async function exportObjects(options: ExportOptions): Promise<Exported> {
  const { type, members, content, exports, publish, now, wait, onProgress } = options;
  const asOf = new Date(now()).toISOString();
  await note(options, { step: 'began', asOf });
  await wait(settleMillis);
  const directory = await mkdtemp(join(tmpdir(), 'logic-plane-export-'));
  try {
    const columns = writtenColumns(members.map(memberNamed));
    const parts: { name: Hash; objects: number }[] = [];
    let [done, bytes] = [0, 0];
    for await (const objects of partsOf(options, asOf)) {
      const part = writePart(columns, objects);
      const name = sha256OfBytes(part);
      await writeFile(join(directory, name), part);
      parts.push({ name, objects: objects.length });
      done += objects.length;
      bytes += part.byteLength;
      onProgress?.({ step: 'read', done });
    }
    const manifest = manifestOf(type, asOf, { columns: columns.map(({ column }) => column.name), parts });
    const text = canonicalJson(manifest);
    const snapshot = sha256(text);
    for (const [i, { name }] of parts.entries()) {
      await exports.putPart(partKey(type.id, snapshot, name), await readFile(join(directory, name)));
      onProgress?.({ step: 'put', done: i + 1 });
    }
    await content.put('exports', snapshot, new TextEncoder().encode(text));
    await publish(type.id, snapshot);
    await note(options, { step: 'ended', asOf, snapshot, objects: done });
    return { snapshot, asOf, objects: done, bytes };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const manifestOf = (
  { id: type }: ObjectType,
  asOf: string,
  { columns, parts }: { readonly columns: string[]; readonly parts: ExportManifest['parts'] },
): ExportManifest => ({
  format: '1',
  type,
  asOf,
  objects: parts.reduce((sum, { objects }) => sum + objects, 0),
  columns,
  parts,
});

async function* partsOf({ type, objects }: ExportOptions, asOf: string): AsyncGenerator<readonly OntologyObject[]> {
  let part: OntologyObject[] = [];
  for await (const page of objects.scan(type.id)) {
    for (const object of page) {
      const stood = Date.parse(object.at) > Date.parse(asOf) ? await objects.get(type.id, object.id, asOf) : object;
      if (!stood) continue;
      const found = type.finding(stood.value);
      if (found) throw new ExportRefused(stood, found.pointer, found.message);
      part.push(stood);
    }
    if (part.length < partObjects) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

const note = (
  { ledger, release, type, now }: ExportOptions,
  facts: Pick<ExportEvent, 'step' | 'asOf' | 'snapshot' | 'objects'>,
): Promise<void> =>
  ledger.note({
    kind: 'export',
    eventId: ownEventId('export', newUuid()),
    at: new Date(now()).toISOString(),
    // CloudTrail says who used the AWS credentials.
    actor: { kind: 'platform', id: 'export', name: 'export' },
    release,
    subject: type.id,
    ...facts,
  });
