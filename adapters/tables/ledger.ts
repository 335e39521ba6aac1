import type { ContentReader, ContentStore } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import type { DispatchRecord, Effect, Ledger, Recorded } from '../../contract/system.ts';
import { erasedFailure, noContent, putAside, readAside } from './aside.ts';
import { keepAttachments } from './attachments.ts';
import type { Database, Item, Write } from './database.ts';
import { reading } from './faults.ts';
import { optionalText } from './item.ts';
import { eventItem, isErased, recordItem, recordOf } from './ledger-item.ts';
import { persist } from './persist.ts';
import { putAction, putTask } from './rows.ts';

/**
 * Keeps the ledger in a database. One item holds the idempotency record, the audit event and the effect's reference,
 * and is never updated. A result that is too large for the item is put into the content store first.
 */
export const ledger = (database: Database, content: ContentStore = noContent): Ledger => ({
  async record(key, given, effect) {
    const record = await withResultAside(given, content);
    // A function that puts Tasks may not write to the table of Actions. Therefore the case that the Task shows goes to
    // the content store.
    if (effect?.put === 'Task' && effect.shown) await putAside(content, 'payloads', effect.shown);
    await keepAttachments(database, content, effect?.put === 'Action' ? effect.attachments : []);
    const answer = await persist(database, [
      { put: recordItem(key, record, effect), in: 'ledger', if: { is: 'absent' } },
      ...effectWrites(effect),
    ]);
    if (answer.written) return { found: 'ours', record: given };
    const first = answer.failed.find(({ index }) => index === 0);
    if (first === undefined) return { found: 'effect' };
    const stands = found(first.stands ?? (await standing(database, key)), record);
    return { ...stands, record: await wholeRecord(stands.record, content) };
  },

  async recall(key, fingerprint) {
    const item = await reading('ledger.unanswered', database.get('ledger', key));
    const record = item === undefined ? undefined : recordOf(mustHaveValues(item));
    return record === undefined ? undefined : wholeRecord(sameCall(record, fingerprint), content);
  },

  async note(event) {
    const item = eventItem(event);
    const answer = await persist(database, [{ put: item, in: 'ledger', if: { is: 'absent' } }]);
    if (answer.written) return;
    const stands = answer.failed[0]?.stands ?? (await standing(database, String(item['pk'])));
    // If the stored event is this one, an earlier attempt succeeded and its answer was lost.
    if (optionalText(stands, 'eventId') !== event.eventId)
      throw new Failure('internal', 'another event is already stored under this event id');
  },
});

/** Puts a result that is too large for its item into the content store, and returns the record without it. */
async function withResultAside(record: DispatchRecord, content: ContentStore): Promise<DispatchRecord> {
  const { result, ...kept } = record;
  if (result === undefined || Buffer.byteLength(result) <= sizeLimits.recordBytes) return record;
  await putAside(content, 'results', { hash: record.receipt.resultHash, text: result });
  return { ...kept, resultAside: true };
}

function effectWrites(effect: Effect | undefined): readonly Write[] {
  if (effect === undefined) return [];
  return [effect.put === 'Action' ? putAction(effect.row) : putTask(effect.row)];
}

/** Returns the record with its result. @throws Failure as `readAside` does */
export async function wholeRecord(record: DispatchRecord, content: ContentReader): Promise<DispatchRecord> {
  if (record.resultAside !== true) return record;
  const { resultAside: _, ...rest } = record;
  const result = await readAside(content, 'results', record.receipt.resultHash);
  if (result === undefined)
    throw new Failure('replay.diverged', 'the recorded result is missing from the content store');
  return { ...rest, result };
}

async function standing(database: Database, key: string): Promise<Item> {
  const item = await reading('ledger.unanswered', database.get('ledger', key));
  if (item === undefined)
    throw new Failure('ledger.unanswered', 'a write found an existing item, but a read did not find it');
  return item;
}

/**
 * Says if the stored record is the record of this call or of an earlier one. It is the record of this call if it has
 * the event id of this call: then an earlier attempt of this write succeeded and its answer was lost.
 */
function found(item: Item, ours: DispatchRecord): Extract<Recorded, { record: DispatchRecord }> {
  const record = recordOf(mustHaveValues(item));
  if (record === undefined) throw new Failure('internal', 'the stored item is an event without a call record');
  const own = record.event.eventId === ours.event.eventId;
  return { found: own ? 'ours' : 'earlier', record: sameCall(record, ours.fingerprint) };
}

/** Returns the item unchanged. @throws Failure `result.erased` if the values of the item were erased */
function mustHaveValues(item: Item): Item {
  if (isErased(item)) throw erasedFailure('the values of this call');
  return item;
}

function sameCall(record: DispatchRecord, fingerprint: string): DispatchRecord {
  if (record.fingerprint !== fingerprint)
    throw new Failure(
      'key.reused',
      'the Idempotency-Key was used for a call with other arguments, another purpose or another major version',
    );
  return record;
}
