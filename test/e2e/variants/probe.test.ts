import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import { accountAttempts, newMarks } from '../probe/account-attempts.ts';
import type { Attempt } from '../probe/attempt.ts';
import { deleteItems } from '../probe/clean-up.ts';
import { tenantParts, resourcesOf, type Deployed } from '../probe/deployed.ts';
import { batchSize, lines, oneOfEachRight, tryForbidden, type Forbidding } from '../probe/forbidden.ts';
import { assumeRoles } from '../probe/assume-roles.ts';
import { rights, type Rights } from '../probe/rights.ts';
import { inBatches, tryOut } from '../probe/try.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { modelAttempts, namedModels } from './model-attempts.ts';
import { allowedOnOwnTable, ownTableAttempts } from './own-table-attempts.ts';
import { createOwnTable, deleteOwnTable } from './own-table.ts';
import { tenant } from './promoted.ts';
import { ownQueries, queryAttempts, readPart } from './query-attempts.ts';

const { demo } = inject('deployment');
const marks = newMarks();

/** A tenant, with everything that the probe needs to know about it. */
interface Probed extends Forbidding {
  readonly account: Deployed;
}

async function probed(owners: readonly Rights[], sors: readonly string[], name: string): Promise<Probed> {
  const account = await resourcesOf(demo, tenantParts(owners, sors), name);
  const credentials = await assumeRoles(demo, account);
  return { cloud: demo, account, owners, credentials, attempts: accountAttempts(account, marks, demo.sorCredentials) };
}

let own: Probed;
let other: Probed;

beforeAll(async () => {
  await variants();
  await createOwnTable();
  own = await probed(rights(join(import.meta.dirname, 'tenants', tenant)), [], tenant);
  other = await probed(rights(), ['sor.policy-admin'], 'demo');
}, deployTimeoutMillis);

afterAll(async () => {
  const tables = [own, other].flatMap(({ account }) => [...account.tables.values()]);
  await inBatches(tables, batchSize, (table) => deleteItems(demo, table, marks.mark));
  await deleteOwnTable();
});

describe('The roles of the tenant `variants`', () => {
  it('Each role of the tenant `variants` gets AccessDenied for one request of each right that its row in the matrix of rights does not have', async () => {
    const tried = await tryForbidden(own.owners, { ...own, attempts: oneOfEachRight(own.attempts) });
    expect(tried.length).toBeGreaterThan(1000);
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
  });

  it('Only the function `lookup` may read the tenant’s own table, one item at a time, and no role may write to it', async () => {
    const allowed = await inBatches(
      [...own.credentials, ...prefixed(other.credentials)],
      batchSize,
      async ([owner, lent]) => {
        return [owner, await allowedOnOwnTable(lent)] as const;
      },
    );
    expect(allowed.filter(([, actions]) => actions.length > 0)).toEqual([['lookup', ['GetItem']]]);
    // The account's root is admitted with each request, which shows that the request is well formed.
    expect(await allowedOnOwnTable(demo.credentials)).toEqual(Object.keys(ownTableAttempts));
  });
});

it('Only the function `extraction-model` may invoke models, and only the models that the extractors name', async () => {
  const attempts = modelAttempts;
  const owners = own.owners.map((owner) =>
    owner.owner === 'extraction-model' ? { ...owner, may: new Set([...owner.may, ...namedModels]) } : owner,
  );
  const tried = [
    ...(await tryForbidden(owners, { ...own, owners, attempts })),
    ...(await tryForbidden(other.owners, { ...other, attempts })),
  ];
  expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
  const asked = attempts.filter(({ needs }) => namedModels.includes(needs));
  const lent = own.credentials.get('extraction-model');
  const verdicts = await inBatches(asked, batchSize, (one) =>
    tryOut(demo, one.callFor(undefined), { ...one, credentials: lent }),
  );
  expect(verdicts).toEqual(asked.map(() => 'admitted'));
});

it('Only the function `aggregation-athena` may query its workgroup, and no role may itself read the files that Athena reads for the function', async () => {
  const bucket = own.account.buckets.get('content') ?? '';
  const attempts = queryAttempts(`LogicPlane-${tenant}-local`, bucket);
  const owners = own.owners.map((owner) =>
    owner.owner === 'aggregation-athena' ? { ...owner, may: new Set([...owner.may, ...ownQueries]) } : owner,
  );
  const tried = [
    ...(await tryForbidden(owners, { ...own, owners, attempts })),
    ...(await tryForbidden(other.owners, { ...other, attempts })),
  ];
  expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
  const asked = attempts.filter(({ needs }) => ownQueries.includes(needs));
  const lent = own.credentials.get('aggregation-athena');
  const verdicts = await inBatches(asked, batchSize, (one) =>
    tryOut(demo, one.callFor(undefined), { ...one, credentials: lent }),
  );
  expect(verdicts).toEqual(asked.map(() => 'admitted'));
  const readers = [...own.credentials.values(), ...other.credentials.values()];
  const parts = await inBatches(readers, batchSize, (role) => readPart(bucket, role));
  expect(new Set(parts)).toEqual(new Set(['AccessDenied']));
  // The account's root is admitted, which shows that the request is well formed.
  expect(await readPart(bucket, demo.credentials)).toBe('NoSuchKey');
  const roots = await inBatches(attempts, batchSize, (one) =>
    tryOut(demo, one.callFor(undefined), { ...one, credentials: demo.credentials }),
  );
  expect(roots).toEqual(attempts.map(() => 'admitted'));
});

describe('Two tenants in one account', () => {
  /** Operations that read or write a resource of the other tenant. `uses` has those that run one. */
  const readsAndWrites = new Set([
    'PutItem',
    'GetItem',
    'Query',
    'GetObject',
    'PutObject',
    'GetSecretValue',
    'PutSecretValue',
    'PublishBatch',
    'PutEvents',
  ]);
  const uses = new Set(['StartExecution', 'InvokeFunction']);
  const foreign = ({ attempts }: Probed): readonly Attempt[] =>
    attempts
      .filter(({ name }) => readsAndWrites.has(name.split(' ')[0] ?? '') || uses.has(name.split(' ')[0] ?? ''))
      .map((attempt) => ({ ...attempt, needs: `${attempt.needs} of another tenant` }));

  it.each([
    ['the second', 'the first', () => ({ of: own, on: other })],
    ['the first', 'the second', () => ({ of: other, on: own })],
  ])('No role of %s tenant may read, write or use a resource of %s tenant', async (_who, _what, pair) => {
    const { of, on } = pair();
    const tried = await tryForbidden(of.owners, { ...of, attempts: foreign(on) });
    expect(tried.length).toBeGreaterThan(1000);
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
  });
});

const prefixed = (of: ReadonlyMap<string, AwsCredentials>): readonly (readonly [string, AwsCredentials])[] =>
  [...of].map(([owner, lent]) => [`demo ${owner}`, lent] as const);
