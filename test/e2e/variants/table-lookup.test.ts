import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { deployedResources, roleOfFunction } from '../probe/resources.ts';
import { withoutGrant } from '../probe/changed-grants.ts';
import { logLines } from '../support/logs.ts';
import { anyDispatch, answered, refused } from '../support/shapes.ts';
import { ask, dispatch, logged, newKey, openRun } from './call.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { createOwnTable, deleteOwnTable, ownTable, putRow } from './own-table.ts';
import { tenant } from './promoted.ts';

const source = 'sor.policy-table';
const found = z.object({
  result: z.looseObject({
    status: z.literal('found'),
    object: z.looseObject({ policyId: z.string(), holder: z.string() }),
    sourceVersion: z.string().optional(),
  }),
  receipt: z.object({ eventId: z.string(), pins: z.record(z.string(), z.string()), markings: z.array(z.string()) }),
});

const money = (amount: string): AttributeValue => ({ M: { amount: { S: amount }, currency: { S: 'EUR' } } });
const row = (policyId: string, more: Record<string, AttributeValue> = {}): Record<string, AttributeValue> => ({
  policyId: { S: policyId },
  holder: { S: 'Deniz Çelik 🚢' },
  sumInsured: money('42500.00'),
  revision: { N: '7' },
  ...more,
});
const lookUp = (identifier: string, more: { runId?: string; key?: string; who?: string; asOf?: string } = {}) => {
  const { asOf, ...rest } = more;
  const body = { identifier, source, ...(asOf === undefined ? {} : { asOf }) };
  return dispatch({ tool: 'lookup/tool.policy.lookup', body, ...rest });
};

beforeAll(async () => {
  await variants();
  await createOwnTable();
}, deployTimeoutMillis);
afterAll(() => deleteOwnTable());

describe('A lookup in a DynamoDB table of the tenant’s own', () => {
  it('A lookup in a table returns the object with the markings of its type, and its receipt pins the item’s version as an entity tag', async () => {
    await putRow(row('POL-000001', { voyages: { N: '12' }, ports: { SS: ['İzmir', 'Bergen'] } }));
    const { result, receipt } = answered(await lookUp('POL-000001'), found);
    expect(result).toEqual({
      status: 'found',
      object: {
        policyId: 'POL-000001',
        holder: 'Deniz Çelik 🚢',
        sumInsured: { amount: '42500.00', currency: 'EUR' },
        voyages: 12,
        ports: ['Bergen', 'İzmir'],
        revision: 7,
      },
      sourceVersion: '"7"',
      source: { sor: source, resource: 'policy', identifier: 'POL-000001' },
    });
    expect(receipt).toMatchObject({ pins: { 'sor.policy-table/policy': '"7"' }, markings: ['pii.high'] });
  });

  it('If the table does not have the key, a lookup returns not_found with a typed exception, even for a key with special characters', async () => {
    for (const identifier of ['POL-999999', 'a/b?c#ü %2F']) {
      const answer = answered(await lookUp(identifier), anyDispatch);
      expect(answer).toMatchObject({ result: { status: 'not_found' }, exceptions: [{ kind: 'lookup.not_found' }] });
    }
  });

  it('If the item lacks the attribute that holds its version, a lookup returns no version and pins none', async () => {
    const { revision: _, ...unversioned } = row('POL-000002');
    await putRow(unversioned);
    const { result, receipt } = answered(await lookUp('POL-000002'), found);
    expect(result).not.toHaveProperty('sourceVersion');
    expect(receipt.pins).not.toHaveProperty('sor.policy-table/policy');
  });

  it('While an item’s version is unchanged, a run gets the object that it read before; another run reads the item anew', async () => {
    await putRow(row('POL-000003'));
    const run = await openRun();
    const first = answered(await lookUp('POL-000003', { runId: run }), found);
    // The item is changed without a new version, so it counts as unchanged.
    await putRow(row('POL-000003', { holder: { S: 'Someone else' } }));
    const confirmed = answered(await lookUp('POL-000003', { runId: run }), found);
    expect(confirmed.result).toEqual(first.result);
    expect(confirmed.receipt.eventId).not.toBe(first.receipt.eventId);
    const other = answered(await lookUp('POL-000003', { runId: await openRun() }), found);
    expect(other.result.object.holder).toBe('Someone else');
    await putRow(row('POL-000003', { holder: { S: 'Someone new' }, revision: { N: '8' } }));
    const changed = answered(await lookUp('POL-000003', { runId: run }), found);
    expect(changed.result).toMatchObject({ object: { holder: 'Someone new' }, sourceVersion: '"8"' });
  });

  it('A lookup in a table that is repeated under its key returns the bytes of the first answer, although the item has changed', async () => {
    await putRow(row('POL-000004'));
    const call = { runId: await openRun(), key: newKey() };
    const first = await lookUp('POL-000004', call);
    await putRow(row('POL-000004', { revision: { N: '8' } }));
    const again = await lookUp('POL-000004', call);
    expect([again.status, again.replayed, again.text]).toEqual([200, true, first.text]);
  });

  it('A lookup in a table with asOf is refused, because a table has only its present state', async () => {
    await putRow(row('POL-000001'));
    const answer = await lookUp('POL-000001', { asOf: '2026-03-01T09:00:00Z' });
    expect(refused(answer)).toMatchObject({ status: 400, code: 'request.invalid', pointer: '/asOf' });
  });
});

const unfit = {
  status: 500,
  code: 'dependency.unfit',
  exceptions: [{ kind: 'lookup.source_unavailable', retryable: false }],
};

describe('An item that cannot be represented exactly', () => {
  it.each<[string, string, AttributeValue]>([
    ['a number that a double cannot represent exactly', 'POL-000011', { N: '12345678901234567890.123' }],
    ['an integer over 2^53', 'POL-000012', { N: '9007199254740993' }],
    ['bytes', 'POL-000013', { B: new Uint8Array([1, 2]) }],
    ['a member named __proto__', 'POL-000014', { M: { ['__proto__']: { S: 'x' } } }],
  ])(
    'If an item has %s, its lookup fails with an exception that is not retryable, and nothing is recorded under its key',
    async (_what, id, voyages) => {
      await putRow(row(id, { voyages }));
      const call = { runId: await openRun(), key: newKey() };
      const away = await lookUp(id, call);
      expect(refused(away)).toMatchObject(unfit);
      await putRow(row(id, { voyages: { N: '3' } }));
      const back = await lookUp(id, call);
      expect([answered(back, found).result.object['voyages'], back.replayed]).toEqual([3, false]);
      const events = await logged(call.runId, [away.eventId, back.eventId]);
      expect(events.find(({ eventId }) => eventId === away.eventId)).toMatchObject({
        outcome: 'failed',
        exceptions: ['lookup.source_unavailable'],
      });
    },
  );

  it.each<[string, Record<string, AttributeValue>]>([
    ['a member that the ontology does not have', { captain: { S: 'Ada' } }],
    ['a member of the wrong type', { voyages: { S: '12' } }],
    ['an amount as a number', { sumInsured: { M: { amount: { N: '42500.00' }, currency: { S: 'EUR' } } } }],
  ])('If an item has %s, its lookup is refused with result.invalid', async (_what, more) => {
    await putRow(row('POL-000015', more));
    expect(refused(await lookUp('POL-000015'))).toMatchObject({ code: 'result.invalid' });
  });
});

describe('Permissions of a lookup in a table', () => {
  it('A lookup in a table by a caller without the clearance, or for a wrong purpose, gets 403', async () => {
    await putRow(row('POL-000001'));
    const denied = await lookUp('POL-000001', { who: 'intern-agent' });
    expect(refused(denied)).toMatchObject({ status: 403, code: 'permission.denied' });
    const headers = { 'purpose-of-use': 'underwriting.review' };
    const path = '/v1/lookup/tool.policy.lookup';
    const purpose = await ask('letters-agent', {
      method: 'POST',
      path,
      headers,
      body: { identifier: 'POL-000001', source },
    });
    expect(refused(purpose)).toMatchObject({ status: 403, code: 'permission.denied' });
  });

  it('If the function’s role may not read the table, a lookup returns permission_denied; after the right is given back, it succeeds', async () => {
    await putRow(row('POL-000001'));
    const { demo } = inject('deployment');
    const functions = (await deployedResources(demo, tenant)).filter(({ type }) => type === 'AWS::Lambda::Function');
    const lookup = functions.find(({ logicalId }) => /^lookupFunction[0-9A-F]{8}$/.test(logicalId));
    const roleArn = await roleOfFunction(demo, lookup?.physicalId ?? '');
    const grant = { roleArn, action: 'dynamodb:GetItem', resource: ownTable.arn };
    const denied = await withoutGrant(demo, grant, () => lookUp('POL-000001'));
    expect(answered(denied, anyDispatch)).toMatchObject({
      result: { status: 'permission_denied' },
      exceptions: [{ kind: 'lookup.permission_denied' }],
    });
    expect(answered(await lookUp('POL-000001'), found).result.status).toBe('found');
  });
});

it('If the table does not exist, a lookup fails with an exception that is not retryable, and no log has the key', async () => {
  const since = Date.now();
  const identifier = `POL-${since}`;
  await deleteOwnTable();
  const away = await lookUp(identifier);
  await createOwnTable();
  expect(refused(away)).toMatchObject(unfit);
  const lines = await logLines(since);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes(identifier))).toEqual([]);
});
