import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { append } from '../../audit-log/append.ts';
import { entryOf, eventKeyOf } from '../../audit-log/entry.ts';
import { proveEvent } from '../../audit-log/event-proof.ts';
import { exportLog, keyPath } from '../../audit-log/export.ts';
import { seal } from '../../audit-log/seal.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';
import { askWitness, type Witness } from '../../audit-log/witness.ts';
import { logFolder } from '../../bin/audit/log-folder.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import { memoryCopy, memorySigner, origin, sealingOver } from './memory-log.ts';

const tenantKey = 'the-hash-key-of-a-tenant';

/** Returns the event of a human who read a Task. */
export const readEvent = (at: number): AuditEvent => ({
  kind: 'read',
  eventId: ownEventId('tasks', newUuid()),
  at: new Date(1_764_000_000_000 + at * 1000).toISOString(),
  actor: { kind: 'human', id: 'sub-1', name: 'approver-1' },
  release: 'a'.repeat(64),
  subject: `task-${at}`,
});

export const eventKey = (event: AuditEvent): string => eventKeyOf(tenantKey, event.eventId);

/** Makes a witness for the log with this key. */
export type MakeWitness = (key: NoteKey) => Promise<Witness>;

/** Returns a sealed log with these events, in memory. The witness cosigns its checkpoint, if one is given. */
export async function logOf(events: readonly AuditEvent[], makeWitness?: MakeWitness) {
  const [database, objects, signer] = [new MemoryDatabase(), new MemoryObjects(), memorySigner()];
  const sealing = sealingOver(database, objects, signer);
  const arrived = events.map((event, at) => ({
    sequence: String(at + 1),
    writtenAt: event.at,
    entry: entryOf(event, eventKey(event)),
  }));
  await append({ rows: sealing.rows, objects }, 'shardId-0', arrived);
  const size = await seal(sealing);
  const key = { name: origin, publicKey: await signer.publicKey() };
  if (makeWitness) await askWitness(sealing, await makeWitness(key));
  return { objects, size, key, checkpoint: Buffer.from(objects.objects.get('checkpoint') ?? '').toString() };
}

/** Writes `audit-export`, `log.vkey` and `proof.json`, like the commands `audit export` and `audit prove`. */
export async function exampleLog(folder: string, makeWitness?: MakeWitness): Promise<void> {
  const events = Array.from({ length: 300 }, (_, at) => readEvent(at));
  const { objects, size, key, checkpoint } = await logOf(events, makeWitness);
  const target = logFolder(join(folder, 'audit-export'));
  const copy = memoryCopy(objects);
  await exportLog(copy, target, { key });
  await copyFile(join(folder, 'audit-export', keyPath), join(folder, keyPath));
  const [event] = events.slice(7);
  if (event === undefined) throw new Error('there are 300 events');
  const proof = await proveEvent(copy, { event, eventKey: eventKey(event), index: 7, size, checkpoint });
  await writeFile(join(folder, 'proof.json'), JSON.stringify(proof));
}
