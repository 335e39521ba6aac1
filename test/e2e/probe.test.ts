import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AwsCredentials } from '../../local/cloud/signed.ts';
import { accountAttempts, newMarks } from './probe/account-attempts.ts';
import type { Attempt } from './probe/attempt.ts';
import { withGrant } from './probe/changed-grants.ts';
import { deleteItems, stopExecution } from './probe/clean-up.ts';
import { tenantParts, namesOf, resourcesOf, requireOwners, type Deployed } from './probe/deployed.ts';
import { batchSize, holdersOf, lines, tryForbidden, type Tried } from './probe/forbidden.ts';
import { assumeRoles } from './probe/assume-roles.ts';
import { deployedResources } from './probe/resources.ts';
import { rights, type Rights } from './probe/rights.ts';
import { inBatches, tryOut } from './probe/try.ts';

const { demo } = inject('deployment');
const owners = rights();
const parts = tenantParts(owners, ['sor.policy-admin']);
const marks = newMarks();
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

let account: Deployed;
let attempts: readonly Attempt[];
let credentials: ReadonlyMap<string, AwsCredentials>;

beforeAll(async () => {
  account = await resourcesOf(demo, parts);
  credentials = await assumeRoles(demo, account);
  attempts = accountAttempts(account, marks, demo.sorCredentials);
});

afterAll(async () => {
  const stops = [...account.machines.values()].flatMap((arn) =>
    [...marks.executions].map((name) => `${arn.replace(':stateMachine:', ':execution:')}:${name}`),
  );
  await inBatches(stops, batchSize, (executionArn) => stopExecution(demo, executionArn));
  await inBatches([...account.tables.values()], batchSize, (table) => deleteItems(demo, table, marks.mark));
});

const forbidden = (who: readonly Rights[]) => tryForbidden(who, { cloud: demo, attempts, owners, credentials });

describe('The resources of the account', () => {
  it('Every function, role, table, secret, bucket and state machine of the account has a row in the matrix of rights', async () => {
    const resources = await deployedResources(demo);
    expect([...account.roles.keys()].sort()).toEqual(owners.map(({ owner }) => owner).sort());
    expect([...credentials.keys()].sort()).toEqual([...account.roles.keys()].sort());
    expect(resources.filter(({ type }) => type === 'AWS::IAM::Role')).toHaveLength(owners.length);
  });

  it.each([
    ['AWS::Lambda::Function', 'sweeperFunction0123ABCD'],
    ['AWS::DynamoDB::GlobalTable', 'Tablesarchive0123ABCD'],
    ['AWS::SecretsManager::Secret', 'Secretssorclaimsread0123ABCD'],
    ['AWS::S3::Bucket', 'Archive0123ABCD'],
    ['AWS::StepFunctions::StateMachine', 'SweepMachine0123ABCD'],
  ])(
    'If a %s of the account has no row in the matrix of rights, the check fails and names it',
    async (type, logicalId) => {
      const resources = await deployedResources(demo);
      expect(() => namesOf(type, [...resources, { type, logicalId, physicalId: 'new' }], parts)).toThrow(
        `deployed, but without a row in the matrix of rights: ${logicalId}`,
      );
    },
  );

  it('If a role of the account has no owner, or a row of the matrix of rights is not deployed, the check fails and names it', async () => {
    const resources = await deployedResources(demo);
    const stray = { type: 'AWS::IAM::Role', logicalId: 'StrayRole0123ABCD', physicalId: 'stray' };
    expect(() => requireOwners([...resources, stray], account.roles)).toThrow('StrayRole0123ABCD');
    expect(() =>
      namesOf('AWS::Lambda::Function', resources, { ...parts, functions: [...parts.functions, 'sweeper'] }),
    ).toThrow('sweeper');
  });
});

describe('The rights of the roles, probed in the account', () => {
  it('A role of the demo gets AccessDenied for every request that its row in the matrix of rights does not grant', async () => {
    const tried = await forbidden(owners);
    const denied = tried.filter(({ verdict }) => verdict === 'denied');
    const writes = denied.filter(({ attempt }) => attempt.writes);
    const resources = new Set(attempts.map(({ resource }) => resource));
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
    print(
      `  ${tried.length} forbidden pairs of role and request tried, ${owners.length} roles on ${resources.size} resources: ${denied.length} denied (${writes.length} writes, ${denied.length - writes.length} reads)`,
    );
  });

  it('If a role has a right in the account that its row does not have, the probe finds it', async () => {
    const widened = owners.filter(({ owner }) => owner === 'conversion');
    const table = `arn:aws:dynamodb:${demo.region}:000000000000:table/${account.tables.get('actions')}`;
    const roleArn = account.roles.get('conversion') ?? '';
    const more = { roleArn, action: 'dynamodb:PutItem', resource: table };
    const tried = await withGrant(demo, more, () => forbidden(widened));
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([
      'conversion: PutItem on actions is "admitted"',
      'conversion: TransactWriteItems Put on actions is "admitted"',
    ]);
  });

  it('Each right of each row is granted in the account: the request that needs it is admitted', async () => {
    const pairs = attempts.flatMap((attempt) => holdersOf(attempt, owners).map((owner) => ({ owner, attempt })));
    const tried = await inBatches(pairs, batchSize, async ({ owner, attempt }): Promise<Tried> => {
      const verdict = await tryOut(demo, attempt.callFor(owner), {
        ...attempt,
        credentials: credentials.get(owner.owner),
      });
      return { who: owner.owner, attempt, verdict };
    });
    expect(lines(tried.filter(({ verdict }) => verdict !== 'admitted'))).toEqual([]);
    const granted = new Set(pairs.flatMap(({ owner, attempt }) => `${owner.owner} ${attempt.needs}`));
    const rows = owners.flatMap(({ owner, may }) => [...may].map((right) => `${owner} ${right}`));
    expect([...granted].sort()).toEqual(rows.sort());
    print(`  ${tried.length} granted pairs tried, all admitted: each of the ${rows.length} rights of the rows`);
  });

  it('The account’s root may send each request that no role may send, which shows that the request is well formed', async () => {
    const nobodys = attempts.filter((attempt) => holdersOf(attempt, owners).length === 0);
    const tried = await inBatches(nobodys, batchSize, async (attempt): Promise<Tried> => {
      return { who: 'root', attempt, verdict: await tryOut(demo, attempt.callFor(undefined), attempt) };
    });
    expect(lines(tried.filter(({ verdict }) => verdict !== 'admitted'))).toEqual([]);
    print(`  ${tried.length} requests that no role may send, each well formed: admitted for the account’s root`);
  });
});
