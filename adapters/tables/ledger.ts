import type { Attachment } from '../../contract/action.ts';
import { Failure } from '../../contract/failures.ts';
import type { DispatchRecord, Effect, Ledger, Recorded } from '../../contract/ports.ts';
import type { Database, Item, Write } from './database.ts';
import { reading } from './faults.ts';
import { optionalText } from './item.ts';
import { eventItem, recordItem, recordOf } from './ledger-item.ts';
import { persist } from './persist.ts';
import { attachmentItem, putAction, putTask } from './rows.ts';

/** The ledger over a database: idempotency record, audit event and outbox row in one item, never updated. */
export const ledger = (database: Database): Ledger => ({
  async record(key, record, effect) {
    const [small, large] = attachmentsOf(effect);
    // Content under its hash, so an orphan of a transaction that then fails says nothing and harms nothing.
    for (const attachment of large) {
      await persist(database, [{ put: attachmentItem(attachment), in: 'actions', if: { is: 'absent' } }]);
    }
    const answer = await persist(database, [
      { put: recordItem(key, record, effect), in: 'ledger', if: { is: 'absent' } },
      ...effectWrites(effect),
      ...small.map((attachment): Write => ({ put: attachmentItem(attachment), in: 'actions' })),
    ]);
    if (answer.written) return { found: 'ours', record };
    const first = answer.failed.find(({ index }) => index === 0);
    if (first === undefined) return { found: 'effect' };
    return found(first.stands ?? (await standing(database, key)), record);
  },

  async recall(key, fingerprint) {
    const item = await reading('ledger.unanswered', database.get('ledger', key));
    const record = item === undefined ? undefined : recordOf(item);
    return record === undefined ? undefined : sameCall(record, fingerprint);
  },

  async note(event) {
    const item = eventItem(event);
    const answer = await persist(database, [{ put: item, in: 'ledger', if: { is: 'absent' } }]);
    if (answer.written) return;
    const stands = answer.failed[0]?.stands ?? (await standing(database, String(item['pk'])));
    // Our own write, met again by a retry; or the answer of this very call, recorded although nobody heard of it.
    if (optionalText(stands, 'eventId') !== event.eventId) throw new Failure('internal', 'an event id was used twice');
  },
});

/** What is under 1 KB joins the transaction; the rest is written before it. */
function attachmentsOf(effect: Effect | undefined): [readonly Attachment[], readonly Attachment[]] {
  const all = effect?.put === 'Action' ? effect.attachments : [];
  const distinct = [...new Map(all.map((attachment) => [attachment.hash, attachment])).values()];
  const isSmall = ({ text }: Attachment): boolean => Buffer.byteLength(text) < 1024;
  return [distinct.filter(isSmall), distinct.filter((attachment) => !isSmall(attachment))];
}

function effectWrites(effect: Effect | undefined): readonly Write[] {
  if (effect === undefined) return [];
  return [effect.put === 'Action' ? putAction(effect.row) : putTask(effect.row)];
}

async function standing(database: Database, key: string): Promise<Item> {
  const item = await reading('ledger.unanswered', database.get('ledger', key));
  if (item === undefined) throw new Failure('ledger.unanswered', 'an item that stood is not there');
  return item;
}

/** Whose record stands. The event id tells: a lost answer makes the client meet its own first write. */
function found(item: Item, ours: DispatchRecord): Recorded {
  const record = recordOf(item);
  if (record === undefined) throw new Failure('internal', 'an event stands where a record belongs');
  const own = record.event.eventId === ours.event.eventId;
  return { found: own ? 'ours' : 'earlier', record: sameCall(record, ours.fingerprint) };
}

function sameCall(record: DispatchRecord, fingerprint: string): DispatchRecord {
  if (record.fingerprint !== fingerprint) throw new Failure('key.reused', 'the key belongs to another call');
  return record;
}
