import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AwsCredentials } from '../../local/cloud/aws-request.ts';
import { accountAttempts, newMarks } from './probe/account-attempts.ts';
import type { Attempt } from './probe/attempt.ts';
import { withGrant } from './probe/changed-grants.ts';
import { deleteItems, stopExecution } from './probe/clean-up.ts';
import { madeFor, namesOf, resourcesOf, requireOwners, type Deployed } from './probe/deployed.ts';
import { atOnce, holdersOf, lines, tryForbidden, type Tried } from './probe/forbidden.ts';
import { lentRoles } from './probe/lent-roles.ts';
import { notProbed } from './probe/not-probed.ts';
import { deployedResources } from './probe/resources.ts';
import { rights, type Rights } from './probe/rights.ts';
import { inTurns, tryOut } from './probe/try.ts';

const { demo } = inject('deployment');
const { endpoint } = demo;
const owners = rights();
const made = madeFor(owners, ['sor.policy-admin']);
const marks = newMarks();
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

let account: Deployed;
let attempts: readonly Attempt[];
let credentials: ReadonlyMap<string, AwsCredentials>;

beforeAll(async () => {
  account = await resourcesOf(endpoint, made);
  credentials = await lentRoles(endpoint, account);
  attempts = accountAttempts(account, marks, demo.sorCredentials);
});

afterAll(async () => {
  const stops = [...account.machines.values()].flatMap((arn) =>
    [...marks.executions].map((name) => `${arn.replace(':stateMachine:', ':execution:')}:${name}`),
  );
  await inTurns(stops, atOnce, (executionArn) => stopExecution(endpoint, executionArn));
  await inTurns([...account.tables.values()], atOnce, (table) => deleteItems(endpoint, table, marks.mark));
});

const forbidden = (who: readonly Rights[]) => tryForbidden(who, { endpoint, attempts, owners, credentials });

describe('the resources of the account', () => {
  it('are all in the matrix: no unknown function, role, table, secret, bucket or state machine', async () => {
    const resources = await deployedResources(endpoint);
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
  ])('fail the matrix if a new %s has no row', async (type, logicalId) => {
    const resources = await deployedResources(endpoint);
    expect(() => namesOf(type, [...resources, { type, logicalId, physicalId: 'new' }], made)).toThrow(
      `deployed, and in no row of the matrix: ${logicalId}`,
    );
  });

  it('fail the matrix if a role has no owner or if a row is not deployed', async () => {
    const resources = await deployedResources(endpoint);
    const stray = { type: 'AWS::IAM::Role', logicalId: 'StrayRole0123ABCD', physicalId: 'stray' };
    expect(() => requireOwners([...resources, stray], account.roles)).toThrow('StrayRole0123ABCD');
    expect(() =>
      namesOf('AWS::Lambda::Function', resources, { ...made, functions: [...made.functions, 'sweeper'] }),
    ).toThrow('sweeper');
  });
});

describe('effect classes, probed in the account', () => {
  it('A role gets AccessDenied for every request that its row does not grant', async () => {
    const tried = await forbidden(owners);
    const denied = tried.filter(({ verdict }) => verdict === 'denied');
    const writes = denied.filter(({ attempt }) => attempt.writes);
    const resources = new Set(attempts.map(({ resource }) => resource));
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
    print(
      `  ${tried.length} forbidden pairs of role and request tried, ${owners.length} roles on ${resources.size} resources: ${denied.length} denied (${writes.length} writes, ${denied.length - writes.length} reads)`,
    );
  });

  it('If a role is granted more in the account than its row says, the probe finds it', async () => {
    const widened = owners.filter(({ owner }) => owner === 'conversion');
    const table = `arn:aws:dynamodb:${demo.region}:000000000000:table/${account.tables.get('actions')}`;
    const roleArn = account.roles.get('conversion') ?? '';
    const more = { roleArn, action: 'dynamodb:PutItem', resource: table };
    const tried = await withGrant(endpoint, more, () => forbidden(widened));
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([
      'conversion: PutItem on actions is "admitted"',
      'conversion: TransactWriteItems Put on actions is "admitted"',
    ]);
  });

  it('Every role that has the grant is admitted with the same request', async () => {
    const pairs = attempts.flatMap((attempt) => holdersOf(attempt, owners).map((owner) => ({ owner, attempt })));
    const tried = await inTurns(pairs, atOnce, async ({ owner, attempt }): Promise<Tried> => {
      const verdict = await tryOut(endpoint, attempt.callFor(owner), {
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

  it('The account’s root is admitted with each request that no role may send, so the request is well formed', async () => {
    const nobodys = attempts.filter((attempt) => holdersOf(attempt, owners).length === 0);
    const tried = await inTurns(nobodys, atOnce, async (attempt): Promise<Tried> => {
      return { who: 'root', attempt, verdict: await tryOut(endpoint, attempt.callFor(undefined), attempt) };
    });
    expect(lines(tried.filter(({ verdict }) => verdict !== 'admitted'))).toEqual([]);
    print(`  ${tried.length} requests that no role may send, each well formed: admitted for the account’s root`);
  });

  it('Each rule that the local cloud does not evaluate has a test of the template', () => {
    print('  not probed here, asserted on the template:');
    for (const { rule, heldBy } of notProbed) {
      for (const { file, title } of heldBy) {
        const text = readFileSync(join(import.meta.dirname, '..', 'lib', file), 'utf8');
        expect(text.includes(`'${title}'`), `${file}: ${title}`).toBe(true);
      }
      print(`    ${rule}`);
    }
  });
});
