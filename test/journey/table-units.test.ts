import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import { putInForce } from '../support/release.ts';
import { createTables } from '../support/cloud-tables.ts';
import { countingClient, type CountedCall } from '../support/counting-client.ts';
import { playAgent, type AgentPart } from '../support/journey/authoring.ts';
import { Client } from '../support/journey/client.ts';
import { demoRelease } from '../support/journey/demo-release.ts';
import { StateMachines } from '../support/journey/executions.ts';
import { functionsOf } from '../support/journey/functions.ts';
import { Gateway } from '../support/journey/gateway.ts';
import { startSystemOfRecord } from '../support/journey/system-of-record.ts';
import { Timeline } from '../support/journey/timeline.ts';
import { localAws } from '../support/local-aws.ts';

const prefix = 'units';
let calls: readonly CountedCall[];
let gateway: Gateway;
let agentPart: AgentPart;
const closing: (() => Promise<void>)[] = [];

localAws('table-units', async () => {
  const sor = await startSystemOfRecord();
  const { library, release, remove } = await demoRelease(sor.url);
  closing.push(sor.close, remove);
  const client = dynamoClient();
  const database = new DynamoDatabase(client, await createTables(client, prefix));
  await putInForce(headWriter(database), release.id);
  const time = new Timeline(Date.now());
  const machines = new StateMachines(time, async () => undefined);
  const deps = { database, library, pdp: cedarPdp(), time, sor, tokens: machines.tokens, executions: machines };
  gateway = new Gateway(functionsOf(deps).routes);
  // After these calls all functions are warm.
  agentPart = await playAgent(new Client(gateway, time));
  calls = countingClient(client);
});
afterAll(async () => {
  for (const close of closing) await close();
});

interface Changed {
  readonly body?: object;
  readonly key?: string | null;
}

/**
 * Sends one call of the journey again, unchanged or with another body or key.
 *
 * @returns its table calls, each with its capacity units
 */
async function unitsOf(tool: string, { body, key }: Changed = {}) {
  const { asked } = agentPart.repeatable.find((one) => one.asked.path?.['tool'] === tool) ?? {};
  if (!asked) throw new Error(`${tool} was not called`);
  const { 'idempotency-key': earlier, ...headers } = asked.headers ?? {};
  const sent = key === undefined ? earlier : (key ?? undefined);
  const before = calls.length;
  const answer = await gateway.call({
    ...asked,
    headers: { ...headers, ...(sent === undefined ? {} : { 'idempotency-key': sent }) },
    body: { ...(asked.body as object), ...body },
  });
  expect(answer.status, answer.text).toBe(200);
  return calls
    .slice(before)
    .map(({ operation, tables, units }) => [operation, ...tables.map(withoutPrefix), units].join(' '));
}

const withoutPrefix = (name: string): string => name.slice(prefix.length + 1);

/**
 * A write has one unit for each started KB, and two in a transaction. A consistent read has one unit for each started 4 KB.
 * The emulator reports no units for batch reads.
 */
describe('Capacity units of warm functions', () => {
  it('A warm call without ports uses two write units', async () => {
    const value = { amount: '3.00', currency: 'EUR' };
    expect(await unitsOf('tool.money.convert', { body: { value } })).toEqual(['PutItem ledger 2']);
  });

  it('A warm read uses three write units, and one read unit more if it has a key', async () => {
    expect(await unitsOf('tool.policy.lookup', { key: null })).toEqual(['PutItem ledger 3']);
    expect(await unitsOf('tool.policy.lookup', { key: randomUUID() })).toEqual([
      'GetItem ledger 1',
      'PutItem ledger 3',
    ]);
  });

  it('A warm staging uses one read unit for its key, six write units for a new attachment and fifteen for its transaction', async () => {
    expect(await unitsOf('tool.reserve.stage', { key: randomUUID(), body: { rationale: 'Another case.' } })).toEqual([
      'BatchGetItem ledger 0',
      'GetItem ledger 1',
      'PutItem actions 0',
      'PutItem actions 6',
      'TransactWriteItems actions ledger 15',
    ]);
  });

  it.each([
    ['tool.money.convert', ['PutItem ledger 0', 'PutItem ledger 2']],
    ['tool.policy.lookup', ['GetItem ledger 1', 'PutItem ledger 2']],
    ['tool.reserve.stage', ['BatchGetItem ledger 0', 'GetItem ledger 1', 'PutItem ledger 2']],
    ['tool.reserve.request-approval', ['BatchGetItem actions tasks 0', 'GetItem ledger 1', 'PutItem ledger 2']],
  ])(
    'A replay of %s uses two write units for its event, and at most one read unit before it',
    async (tool, expected) => {
      expect(await unitsOf(tool)).toEqual(expected);
    },
  );
});
