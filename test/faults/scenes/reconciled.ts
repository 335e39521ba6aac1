import { ledger } from '../../../adapters/tables/ledger.ts';
import { memoryLedger } from '../../../adapters/memory/ledger-events.ts';
import { MemoryObjects } from '../../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../../adapters/tables/audit-log-rows.ts';
import { head } from '../../../adapters/tables/head.ts';
import { eventItem } from '../../../adapters/tables/ledger-item.ts';
import { reconciliations } from '../../../adapters/tables/reconciliations.ts';
import { append } from '../../../audit-log/append.ts';
import { entryOf, eventKeyOf } from '../../../audit-log/entry.ts';
import { seal } from '../../../audit-log/seal.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { reconcileSpan, type Reconciling } from '../../../lambdas/audit-reconcile/reconcile-span.ts';
import { memorySigner, sealingOver } from '../../audit-log/memory-log.ts';
import { eventAt } from '../../audit-log/redriven-world.ts';
import { accessLine } from '../../audit-log/reconcile/access-lines.ts';
import type { Outside } from '../outside.ts';
import type { PortsOf } from '../ports.ts';
import { sceneOf, type Scene } from '../scene.ts';
import { planeOf, type Plane } from './plane.ts';
import { stages } from './stage.ts';

const hour = 3600 * 1000;
/** The Monday after the day of the events. */
const monday = Date.parse('2026-11-23T00:00:00Z');
const signer = memorySigner();
const [lost, ...logged] = [0, 1, 2].map((at) => ({ ...eventAt(at), requestId: `request-${at}` }));
const lines = [...(lost ? [lost] : []), ...logged].map(({ requestId, at }) =>
  accessLine({ requestId, at: Date.parse(at) }),
);

/** Writes three events of one week into the ledger, and two of them into the log. */
async function writeWeek({ stored }: Plane, objects: MemoryObjects): Promise<void> {
  const rows = auditLogRows(stored);
  for (const event of lost ? [lost, ...logged] : logged) await stored.write([{ put: eventItem(event), in: 'ledger' }]);
  const arrived = logged.map((event, index) => ({
    sequence: String(index + 1),
    writtenAt: event.at,
    entry: entryOf(event as AuditEvent, eventKeyOf('telemetry', event.eventId)),
  }));
  await append({ rows, objects }, 'shard-0', arrived);
  await seal(sealingOver(stored, objects, signer));
  await rows.noteIndexed({ shards: {}, until: new Date(monday + 2 * hour).toISOString() }, 0);
}

const portsOver = (outside: Outside): PortsOf['audit-reconcile'] => ({
  head: head(outside.database, { now: outside.clock.now }),
  rows: auditLogRows(outside.database),
  objects: outside.logObjects,
  ledger: outside.ledgerEvents,
  access: outside.accessLog,
  progressOf: (name) => reconciliations(outside.database, name),
  events: ledger(outside.database),
  found: outside.alarms.found,
  now: outside.clock.now,
  uuid: newUuid,
  salt: () => 'salt',
});

/** The weekly comparison. Each week has one result, whatever fails. */
export const reconciled: Scene = sceneOf(
  { of: 'audit-reconcile', title: 'a week is over and sealed', isHttp: false, startsAt: monday + 3 * hour },
  async () => {
    const objects = new MemoryObjects();
    const planes: Plane[] = [];
    const world = await planeOf<'audit-reconcile'>(await stages.empty(), (plane) => {
      planes.push(plane);
      const results = () =>
        plane.stored
          .items('ledger')
          .map(({ event }) => JSON.parse(String(event)) as AuditEvent)
          .flatMap((event) => (event.kind === 'reconciliation' ? [event] : []));
      return {
        ports: portsOver,
        invoke: (ports) => reconcileSpan(ports)(),
        isDone: (value) => (value as Reconciling).state !== 'under way',
        effects: () => ({ results: results().length }),
        state: async () => ({
          results: results().map(({ from, to, counts, findings }) => ({ from, to, counts, findings })),
          last: (await reconciliations(plane.stored, 'week').read()).row?.last,
        }),
      };
    });
    for (const plane of planes) await writeWeek(plane, objects);
    const ledgerEvents = memoryLedger(world.outside.database as Plane['stored']);
    const accessLog: Outside['accessLog'] = { page: async () => ({ lines }) };
    return { ...world, outside: { ...world.outside, logObjects: objects, ledgerEvents, accessLog } };
  },
);
