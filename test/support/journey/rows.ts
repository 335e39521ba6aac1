import type { Item } from '../../../adapters/tables/database.ts';
import type { MemoryDatabase } from '../../../adapters/memory/database.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { Store } from '../../../contract/platform/functions.ts';
import type { Decision, Task } from '../../../contract/rows/task.ts';

const parsed = (items: readonly Item[], member: string): readonly unknown[] =>
  items.flatMap((item) => (item[member] === undefined ? [] : [JSON.parse(String(item[member]))]));

/** Reads the rows of the tables without the platform's code. */
export const rowsOf = (stored: MemoryDatabase) => ({
  actions: parsed(stored.items('actions'), 'row') as readonly Action[],
  attachments: new Map(
    stored.items('actions').flatMap(({ pk, text }) => (text === undefined ? [] : [[String(pk), String(text)]])),
  ),
  tasks: parsed(stored.items('tasks'), 'row') as readonly Task[],
  decisions: parsed(stored.items('decisions'), 'row') as readonly Decision[],
  events: parsed(stored.items('ledger'), 'event') as readonly AuditEvent[],
  effects: stored.items('ledger').flatMap(({ effectId }) => (effectId === undefined ? [] : [String(effectId)])),
  audited: parsed(stored.items('audit'), 'event') as readonly AuditEvent[],
});

/** Returns the whole content of tables as text, so that a test can compare it with their later content. */
export const contentOf = (stored: MemoryDatabase, tables: readonly Store[]): string =>
  JSON.stringify(tables.map((table) => stored.items(table)));

export const uuidOf = (eventId: string): string => eventId.slice(eventId.lastIndexOf('.') + 1);
