import { expect, it } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { ledgerScan } from '../../../adapters/aws/ledger-scan.ts';
import { objectScan } from '../../../adapters/aws/object-scan.ts';
import { objectWriter } from '../../../adapters/tables/object-writer.ts';
import { eventItem } from '../../../adapters/tables/ledger-item.ts';
import { eventsOfSegment, ledgerSegments } from '../../../audit-log/ledger-events.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { Store } from '../../../contract/platform/functions.ts';
import type { OntologyObject } from '../../../contract/rows/objects.ts';
import { createTables } from '../../support/cloud-tables.ts';
import { day, eventAt } from '../../audit-log/redriven-world.ts';
import { localAws } from '../../support/local-aws.ts';

let nameOf: (store: Store) => string;

localAws('object-scan', async () => {
  nameOf = await createTables(dynamoClient(), 'scan');
});

const object = (type: string, id: string, version = 1): OntologyObject => ({
  type,
  id,
  version,
  at: '2026-11-01T00:00:00.000Z',
  value: { text: 'x'.repeat(3000) },
  markings: [],
});

it('A consistent scan returns the present version of each object of the type once, over several pages, and no object of another type', async () => {
  const writer = objectWriter(new DynamoDatabase(dynamoClient(), nameOf));
  const ids = Array.from({ length: 600 }, (_, at) => `claim-${at}`);
  for (const id of ids) expect(await writer.put([object('Claim', id)])).toBe('put');
  await writer.put([object('Claim', 'claim-7', 2)]);
  await writer.put([object('Claimant', 'other')]);
  const found: OntologyObject[] = [];
  for await (const page of objectScan(dynamoClient(), () => nameOf('objects'))('Claim')) found.push(...page);
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(found.find(({ id }) => id === 'claim-7')?.version).toBe(2);
});

it('The segments of the ledger together have each event of a span once, and no event before or after it', async () => {
  const database = new DynamoDatabase(dynamoClient(), nameOf);
  const events = Array.from({ length: 60 }, (_, at) => eventAt(at));
  for (const event of events) await database.write([{ put: eventItem(event), in: 'ledger' }]);
  const ledger = ledgerScan(dynamoClient(), () => nameOf('ledger'));
  const found: AuditEvent[] = [];
  for (let segment = 0; segment < ledgerSegments; segment += 1)
    for await (const page of eventsOfSegment(ledger, segment, { from: day + 10_000, to: day + 50_000 }))
      found.push(...page);
  const ids = (of: readonly AuditEvent[]): readonly string[] => of.map(({ eventId }) => eventId).toSorted();
  expect(ids(found)).toEqual(ids(events.slice(10, 50)));
  expect(await ledger.bytes()).toBeGreaterThanOrEqual(0);
});
