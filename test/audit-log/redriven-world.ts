import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { memoryLedger } from '../../adapters/memory/ledger-events.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { eventItem } from '../../adapters/tables/ledger-item.ts';
import { append, type ArrivedEvent } from '../../audit-log/append.ts';
import { entryOf, eventKeyOf, viewOf } from '../../audit-log/entry.ts';
import { entriesOf } from '../../audit-log/entry-bundle.ts';
import { redrive, redrivePasses, type RedriveLog, type RedriveOptions } from '../../audit-log/redrive.ts';
import { seal } from '../../audit-log/seal.ts';
import { tilePath, tilesBetween } from '../../audit-log/tile-path.ts';
import { carryAgain } from '../../bin/audit/carry-again.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { uuidv7 } from 'uuidv7';
import { ownEventId } from '../../contract/dispatch/keys.ts';
import { memorySigner, sealingOver } from './memory-log.ts';

export const tenantKey = 'the-hash-key-of-a-tenant';
export const day = Date.parse('2026-11-20T00:00:00Z');
/** A time at which every event of the tests is old enough to be redriven. */
export const now = (): number => day + 10 * 24 * 3600 * 1000;

/** Returns an event of the day: a human read a Task in this second. */
export const eventAt = (second: number, uuid = uuidv7()): AuditEvent => ({
  kind: 'read',
  eventId: ownEventId('tasks', uuid),
  at: new Date(day + second * 1000).toISOString(),
  actor: { kind: 'human', id: 'sub-1', name: 'approver-1' },
  release: 'a'.repeat(64),
  subject: `task-${second}`,
});

/** A ledger with these events, and a log that has only those in `logged`, sealed in the order of time. */
export async function ledgerAndLog(events: readonly AuditEvent[], logged: readonly AuditEvent[]) {
  const [database, objects, signer] = [new MemoryDatabase(), new MemoryObjects(), memorySigner()];
  const rows = auditLogRows(database);
  for (const event of events) await database.write([{ put: eventItem(event), in: 'ledger' }]);
  const sealing = sealingOver(database, objects, signer);
  let sequence = 0;
  const appended = async (more: readonly AuditEvent[]): Promise<void> => {
    const arrived = more.map((event) => ({
      sequence: String((sequence += 1)),
      writtenAt: event.at,
      entry: entryOf(event, eventKeyOf(tenantKey, event.eventId)),
    }));
    await append50(arrived);
  };
  const append50 = async (arrived: readonly ArrivedEvent[]): Promise<void> => {
    for (let at = 0; at < arrived.length; at += 50)
      await append({ rows, objects }, 'shard-0', arrived.slice(at, at + 50));
  };
  const appendedEntries = async (entries: readonly Uint8Array[]): Promise<void> => {
    const writtenAt = new Date(day).toISOString();
    await append50(entries.map((entry) => ({ sequence: String((sequence += 1)), writtenAt, entry })));
    await seal(sealing);
  };
  await appended(logged);
  await seal(sealing);
  return {
    database,
    objects,
    rows,
    appended,
    appendedEntries,
    seal: () => seal(sealing),
    ledger: memoryLedger(database),
    /** Returns the uuids of all sealed entries in the order of the log. */
    async uuids(): Promise<readonly string[]> {
      const size = await seal(sealing);
      const found: string[] = [];
      for (const name of tilesBetween('entries', 0, size)) {
        const entries = entriesOf((await objects.get(tilePath(name))) ?? new Uint8Array()) ?? [];
        found.push(...entries.map((entry) => viewOf(entry)?.uuid ?? 'malformed'));
      }
      return found;
    },
  };
}

export type LedgerAndLog = Awaited<ReturnType<typeof ledgerAndLog>>;

/** Redrives the whole day. */
export async function redriveDay(
  { database, rows, objects, ledger }: Pick<LedgerAndLog, 'database' | 'rows' | 'ledger'> & Pick<RedriveLog, 'objects'>,
  options: Partial<RedriveOptions> = {},
) {
  const log = { rows, objects };
  const [pass] = await redrivePasses(log, { from: day, to: day + 24 * 3600 * 1000 });
  if (pass === undefined) throw new Error('an empty log has no pass');
  const carry = carryAgain(database, tenantKey, () => undefined);
  return redrive(log, pass, { ledger, carry, check: false, now, ...options });
}
