import { writeFile } from 'node:fs/promises';
import { openCheckpoint } from '../../audit-log/checkpoint.ts';
import { entryOf, eventKeyOf, uuidOf } from '../../audit-log/entry.ts';
import { findEntry, proveEvent } from '../../audit-log/event-proof.ts';
import { head } from '../../adapters/tables/head.ts';
import type { Database } from '../../adapters/tables/database.ts';
import type { AuditEvent, EventId } from '../../contract/audit.ts';
import { ledgerKeyOf } from '../../contract/dispatch/keys.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given } from '../command.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { deployment } from '../objects/deployment.ts';
import type { LogSource } from './log-source.ts';

interface Sources {
  readonly database: Pick<Database, 'get'>;
  readonly logSource: LogSource;
}

/** Command `logic-plane audit prove`. Its proof discloses one event and the key of that event's hashes, but no other event. */
export const proveOf = (sources: (given: Given) => Promise<Sources>): Command => ({
  summary: 'Write a proof that one event is in the audit log. The proof can be checked without access to the log',
  operands: 'EVENT_ID --out FILE [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane audit prove conversion.79d2716700d7ae55ed79f1f6e0df4d26aa1d73f4e3e32f3ea01f4df0e4d2b3c1.019ad40e-5f7e-7bcd-9a47-1f0f7f8c6d10 --out proof.json',
  ],
  options: { out: { type: 'string', says: 'path of the file to write the proof to' }, ...deployment },
  run: async (given, io) => {
    const [eventId, ...more] = given.operands;
    const { out } = given.options;
    if (eventId === undefined || more.length > 0 || typeof out !== 'string') {
      throw new UsageError('audit prove takes one event id, from the response header Audit-Event-Id, and --out FILE');
    }
    const { database, logSource } = await sources(given);
    const event = await eventIn(database, eventId);
    const { telemetryKey } = await head(database as Database).current();
    if (telemetryKey === undefined)
      throw new UsageError('this deployment has no telemetry key yet. Deploy it, then make one call');
    const eventKey = eventKeyOf(telemetryKey, eventId);
    const file = Buffer.from((await logSource.log.get('checkpoint')) ?? '').toString();
    const opened = openCheckpoint(file, logSource.key);
    const sought = { uuid: uuidOf(eventId), entry: entryOf(event, eventKey) };
    const index = 'broken' in opened ? 'absent' : await findEntry(logSource.log, opened.checkpoint.size, sought);
    if ('broken' in opened || index === 'absent') {
      io.err('The event is not in a signed checkpoint yet. The log signs one each minute: try again in a minute\n');
      return exitCodes.finding;
    }
    if (index === 'other') {
      io.err(
        'The event in the ledger differs from the event in the log, or the telemetry key was replaced since. Verify the log: audit export, then audit verify\n',
      );
      return exitCodes.finding;
    }
    const { size } = opened.checkpoint;
    const proof = await proveEvent(logSource.log, { event, eventKey, index, size, checkpoint: file });
    await writeFile(out, `${JSON.stringify(proof, undefined, 2)}\n`, { mode: 0o600 });
    if (given.json) io.out(`${JSON.stringify({ index, size, file: out })}\n`);
    else
      io.out(
        `wrote ${out}: the event is entry ${index} of ${size}. Next: npx logic-plane audit check ${out} --key FILE\n`,
      );
    return exitCodes.ok;
  },
});

async function eventIn(database: Pick<Database, 'get'>, eventId: EventId): Promise<AuditEvent> {
  const key = ledgerKeyOf(eventId);
  if (key === undefined)
    throw new UsageError(
      `${eventId} is not an event id. An event id has the form FUNCTION.HASH.UUID, and HASH has 64 hex digits`,
    );
  const item = await database.get('ledger', key).catch((cause: unknown) => {
    throw new MissingEnvironment(
      'the ledger could not be read. You need dynamodb:GetItem on the ledger table and kms:Decrypt on its key',
      { cause },
    );
  });
  const text = item?.['event'];
  const event = typeof text === 'string' ? (JSON.parse(text) as AuditEvent) : undefined;
  if (event?.eventId !== eventId) {
    throw new UsageError(
      `the ledger has no event ${eventId}. Check the id; events without an effect leave the ledger after 30 days`,
    );
  }
  return event;
}
