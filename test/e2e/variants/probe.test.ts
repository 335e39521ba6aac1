import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AwsCredentials } from '../../../local/cloud/aws-request.ts';
import { rootCredentials } from '../../../local/cloud/environment.ts';
import { accountAttempts, newMarks } from '../probe/account-attempts.ts';
import type { Attempt } from '../probe/attempt.ts';
import { deleteItems } from '../probe/clean-up.ts';
import { madeFor, resourcesOf, type Deployed } from '../probe/deployed.ts';
import { atOnce, lines, tryForbidden, type Forbidding } from '../probe/forbidden.ts';
import { lentRoles } from '../probe/lent-roles.ts';
import { rights, type Rights } from '../probe/rights.ts';
import { inTurns, tryOut } from '../probe/try.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { modelAttempts, namedModels } from './model-attempts.ts';
import { allowedOnOwnTable, ownTableAttempts } from './own-table-attempts.ts';
import { createOwnTable, deleteOwnTable } from './own-table.ts';
import { tenant } from './promoted.ts';
import { ownQueries, queryAttempts, readPart } from './query-attempts.ts';

const { demo } = inject('deployment');
const { endpoint } = demo;
const marks = newMarks();

/** A tenant, with everything that the probe needs to know of it. */
interface Probed extends Forbidding {
  readonly account: Deployed;
}

async function probed(owners: readonly Rights[], sors: readonly string[], name: string): Promise<Probed> {
  const account = await resourcesOf(endpoint, madeFor(owners, sors), name);
  const credentials = await lentRoles(endpoint, account);
  return { endpoint, account, owners, credentials, attempts: accountAttempts(account, marks, demo.sorCredentials) };
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
  await inTurns(tables, atOnce, (table) => deleteItems(endpoint, table, marks.mark));
  await deleteOwnTable();
});

describe('roles of a tenant with functions that the demo lacks', () => {
  it('A role gets AccessDenied for every request that its row does not grant', async () => {
    const tried = await tryForbidden(own.owners, own);
    expect(tried.length).toBeGreaterThan(1000);
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
  });

  it('Only the lookup function may read the tenant’s own table, item by item, and no role may write it', async () => {
    const allowed = await inTurns(
      [...own.credentials, ...prefixed(other.credentials)],
      atOnce,
      async ([owner, lent]) => {
        return [owner, await allowedOnOwnTable(lent)] as const;
      },
    );
    expect(allowed.filter(([, actions]) => actions.length > 0)).toEqual([['lookup', ['GetItem']]]);
    // The account's root is admitted with each request, so each request is well formed.
    expect(await allowedOnOwnTable(rootCredentials)).toEqual(Object.keys(ownTableAttempts));
  });
});

it('The function that asks models may ask those that the extractors name, and no other role may ask any', async () => {
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
  const verdicts = await inTurns(asked, atOnce, (one) =>
    tryOut(endpoint, one.callFor(undefined), { ...one, credentials: lent }),
  );
  expect(verdicts).toEqual(asked.map(() => 'admitted'));
});

it('The function that queries exported objects may query their workgroup, and no role may read directly what Athena reads for it', async () => {
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
  const verdicts = await inTurns(asked, atOnce, (one) =>
    tryOut(endpoint, one.callFor(undefined), { ...one, credentials: lent }),
  );
  expect(verdicts).toEqual(asked.map(() => 'admitted'));
  const readers = [...own.credentials.values(), ...other.credentials.values()];
  const parts = await inTurns(readers, atOnce, (role) => readPart(bucket, role));
  expect(new Set(parts)).toEqual(new Set(['AccessDenied']));
  // The account's root is admitted, so the request is well formed.
  expect(await readPart(bucket, rootCredentials)).toBe('NoSuchKey');
  const roots = await inTurns(attempts, atOnce, (one) =>
    tryOut(endpoint, one.callFor(undefined), { ...one, credentials: rootCredentials }),
  );
  expect(roots).toEqual(attempts.map(() => 'admitted'));
});

describe('two tenants in one account', () => {
  /** One write, one read and one use of each kind of resource that the other tenant has. */
  const telling = new Set([
    'PutItem',
    'GetItem',
    'Query',
    'GetObject',
    'PutObject',
    'GetSecretValue',
    'PutSecretValue',
  ]);
  const uses = new Set(['StartExecution', 'InvokeFunction']);
  const foreign = ({ attempts }: Probed): readonly Attempt[] =>
    attempts
      .filter(({ name }) => telling.has(name.split(' ')[0] ?? '') || uses.has(name.split(' ')[0] ?? ''))
      .map((attempt) => ({ ...attempt, needs: `${attempt.needs} of another tenant` }));

  it.each([
    ['the second', 'the first', () => ({ of: own, on: other })],
    ['the first', 'the second', () => ({ of: other, on: own })],
  ])('No role of %s tenant may touch anything of %s', async (_who, _what, pair) => {
    const { of, on } = pair();
    const tried = await tryForbidden(of.owners, { ...of, attempts: foreign(on) });
    expect(tried.length).toBeGreaterThan(1000);
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
  });
});

const prefixed = (of: ReadonlyMap<string, AwsCredentials>): readonly (readonly [string, AwsCredentials])[] =>
  [...of].map(([owner, lent]) => [`demo ${owner}`, lent] as const);
