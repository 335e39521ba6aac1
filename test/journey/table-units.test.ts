import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import { moveHead } from '../../lambdas/release/move-head.ts';
import { createTables } from '../support/cloud-tables.ts';
import { countingClient, type CountedCall } from '../support/counting-client.ts';
import { author, type Authored } from '../support/journey/authoring.ts';
import { Client } from '../support/journey/client.ts';
import { demoRelease } from '../support/journey/demo-release.ts';
import { StateMachines } from '../support/journey/executions.ts';
import { functionsOf } from '../support/journey/functions.ts';
import { Gateway } from '../support/journey/gateway.ts';
import { systemOfRecord } from '../support/journey/system-of-record.ts';
import { Timeline } from '../support/journey/timeline.ts';
import { localAws } from '../support/local-aws.ts';

const prefix = 'units';
let calls: readonly CountedCall[];
let gateway: Gateway;
let authored: Authored;
const closing: (() => Promise<void>)[] = [];

localAws('table-units', async () => {
  const sor = await systemOfRecord();
  const { library, remove } = await demoRelease(sor.url);
  closing.push(sor.close, remove);
  const client = dynamoClient();
  const database = new DynamoDatabase(client, await createTables(client, prefix));
  await moveHead(headWriter(database), library.bundled);
  const time = new Timeline(Date.now());
  const machines = new StateMachines(time, async () => undefined);
  const deps = { database, library, pdp: cedarPdp(), time, sor, tokens: machines.tokens, executions: machines };
  gateway = new Gateway(functionsOf(deps).routes);
  // After this call all functions are warm.
  authored = await author(new Client(gateway, time));
  calls = countingClient(client);
});
afterAll(async () => {
  for (const close of closing) await close();
});

interface Changed {
  readonly body?: object;
  readonly key?: string | null;
}

/** Repeats one call of the journey, unchanged or with another body or key. */
async function unitsOf(tool: string, { body, key }: Changed = {}) {
  const { asked } = authored.repeatable.find((one) => one.asked.path?.['tool'] === tool) ?? {};
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
  return calls.slice(before).map(({ operation, tables, units }) => [operation, ...tables.map(bare), units].join(' '));
}

const bare = (name: string): string => name.slice(prefix.length + 1);

/**
 * A write unit is each started KB, in a transaction twice that; a consistent read unit is each started 4 KB. The emulator
 * counts no batch reads.
 */
describe('table calls and capacity units of a warm call', () => {
  it('A call without ports makes one write of at most 1.5 KB', async () => {
    const value = { amount: '3.00', currency: 'EUR' };
    expect(await unitsOf('tool.money.convert', { body: { value } })).toEqual(['PutItem ledger 2']);
  });

  it('A read makes one write of its answer, and with a key one read before it', async () => {
    expect(await unitsOf('tool.policy.lookup', { key: null })).toEqual(['PutItem ledger 3']);
    expect(await unitsOf('tool.policy.lookup', { key: randomUUID() })).toEqual([
      'GetItem ledger 1',
      'PutItem ledger 3',
    ]);
  });

  it('A staging makes one batch read, one write for each attachment and one transaction', async () => {
    expect(await unitsOf('tool.reserve.stage', { key: randomUUID(), body: { rationale: 'Another case.' } })).toEqual([
      'BatchGetItem ledger 0',
      'PutItem actions 0',
      'PutItem actions 6',
      'TransactWriteItems actions ledger 10',
    ]);
  });

  it.each([
    ['tool.money.convert', ['PutItem ledger 0', 'PutItem ledger 2']],
    ['tool.policy.lookup', ['GetItem ledger 1', 'PutItem ledger 2']],
    [
      'tool.reserve.stage',
      [
        'BatchGetItem ledger 0',
        'PutItem actions 0',
        'PutItem actions 0',
        'TransactWriteItems actions ledger 0',
        'PutItem ledger 2',
      ],
    ],
    ['tool.reserve.request-approval', ['BatchGetItem actions tasks 0', 'PutItem ledger 0', 'PutItem ledger 2']],
  ])('A replay of %s makes one read or one failed write, and writes one event', async (tool, expected) => {
    expect(await unitsOf(tool)).toEqual(expected);
  });
});
