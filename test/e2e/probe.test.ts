import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sha256 } from '../../contract/canonical.ts';
import { assumeRole } from '../../local/assume-role.ts';
import type { Credentials } from '../../local/aws-request.ts';
import type { Attempt } from './probe/attempt.ts';
import { withGrant } from './probe/changed-grants.ts';
import { deleteItems, stopExecution } from './probe/clean-up.ts';
import { named, placed, requireOwners, type Deployed } from './probe/deployed.ts';
import { notProbed } from './probe/not-probed.ts';
import { invokeAttempt, machineAttempts, secretAttempts, tokenAttempts } from './probe/other-attempts.ts';
import { deployedResources } from './probe/resources.ts';
import { rights, type Rights } from './probe/rights.ts';
import { tableAttempts } from './probe/table-attempts.ts';
import { contentAreas, type ContentArea } from '../../contract/content.ts';
import { contentAttempts } from './probe/content-attempts.ts';
import { inTurns, tryOut, type Verdict } from './probe/try.ts';

const atOnce = 16;
const { demo } = inject('deployment');
const { endpoint } = demo;
const owners = rights();
const functions = owners.filter(({ kind }) => kind === 'function').map(({ owner }) => owner);

const mark = `probe-${randomUUID()}`;
const keyOf = (prefix: string): string => `${prefix}${mark}-${randomUUID()}`;
/** Of the content store: 64 hex digits. */
const nameOf = (): string => sha256(keyOf(''));
const executions = new Set<string>();
const executionName = (): string => {
  const name = `probe-${randomUUID()}`;
  executions.add(name);
  return name;
};

interface Tried {
  readonly who: string;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}
const lines = (tried: readonly Tried[]): string[] =>
  tried.map(({ who, attempt, verdict }) => `${who}: ${attempt.name} is ${JSON.stringify(verdict)}`);
const tell = (text: string): boolean => process.stdout.write(`${text}\n`);

let account: Deployed;
let attempts: readonly Attempt[];
const credentials = new Map<string, Credentials>();

beforeAll(async () => {
  account = await placed(endpoint, functions);
  const roles = await inTurns([...account.roles], atOnce, async ([owner, arn]) => {
    return [owner, await assumeRole(endpoint, arn)] as const;
  });
  for (const [owner, lent] of roles) credentials.set(owner, lent);
  attempts = [
    ...[...account.tables].flatMap(([store, table]) => tableAttempts(store, table, keyOf)),
    ...[...account.buckets.values()].flatMap((bucket) =>
      (Object.keys(contentAreas) as ContentArea[]).flatMap((area) => contentAttempts(area, bucket, nameOf)),
    ),
    ...[...account.secrets].flatMap(([kind, id]) => secretAttempts(kind, id, demo.sorCredentials[kind])),
    ...[...account.machines].flatMap(([name, arn]) => machineAttempts(name, arn, executionName)),
    ...tokenAttempts(),
    ...[...account.functions].map(([name, id]) => invokeAttempt(name, id)),
  ];
});

afterAll(async () => {
  const stops = [...account.machines.values()].flatMap((arn) =>
    [...executions].map((name) => `${arn.replace(':stateMachine:', ':execution:')}:${name}`),
  );
  await inTurns(stops, atOnce, (executionArn) => stopExecution(endpoint, executionArn));
  await inTurns([...account.tables.values()], atOnce, (table) => deleteItems(endpoint, table, mark));
});

const holdersOf = ({ needs }: Attempt): readonly Rights[] => owners.filter(({ may }) => may.has(needs));

/** Every request that the rows of these owners do not grant them. */
function tryForbidden(who: readonly Rights[]): Promise<readonly Tried[]> {
  const pairs = who.flatMap((owner) =>
    attempts.filter(({ needs }) => !owner.may.has(needs)).map((attempt) => ({ owner: owner.owner, attempt })),
  );
  return inTurns(pairs, atOnce, async ({ owner, attempt }) => {
    // The very request of one who holds the grant, where anybody does.
    const call = attempt.callFor(holdersOf(attempt)[0]);
    return { who: owner, attempt, verdict: await tryOut(endpoint, call, attempt, credentials.get(owner)) };
  });
}

describe('the account', () => {
  it('has no function, role, table, secret, bucket or state machine that the matrix does not place', async () => {
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
  ])('a new %s that no row knows fails the matrix', async (type, logicalId) => {
    const resources = await deployedResources(endpoint);
    expect(() => named(type, [...resources, { type, logicalId, physicalId: 'new' }], functions)).toThrow(
      `deployed, and in no row of the matrix: ${logicalId}`,
    );
  });

  it('a role that belongs to nobody fails the matrix, and so does a row that is not deployed', async () => {
    const resources = await deployedResources(endpoint);
    const stray = { type: 'AWS::IAM::Role', logicalId: 'StrayRole0123ABCD', physicalId: 'stray' };
    expect(() => requireOwners([...resources, stray], account.roles)).toThrow('StrayRole0123ABCD');
    expect(() => named('AWS::Lambda::Function', resources, [...functions, 'sweeper'])).toThrow('sweeper');
  });
});

describe('the effect class is probed, not declared', () => {
  it('what the row of a role does not grant is answered AccessDenied', async () => {
    const tried = await tryForbidden(owners);
    const denied = tried.filter(({ verdict }) => verdict === 'denied');
    const writes = denied.filter(({ attempt }) => attempt.writes);
    const resources = new Set(attempts.map(({ resource }) => resource));
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([]);
    tell(
      `  ${tried.length} forbidden pairs of role and request tried, ${owners.length} roles on ${resources.size} resources: ${denied.length} denied (${writes.length} writes, ${denied.length - writes.length} reads)`,
    );
  });

  it('a role that is granted more in the account than its row says is found out', async () => {
    const widened = owners.filter(({ owner }) => owner === 'conversion');
    const table = `arn:aws:dynamodb:${demo.region}:000000000000:table/${account.tables.get('actions')}`;
    const roleArn = account.roles.get('conversion') ?? '';
    const more = { roleArn, action: 'dynamodb:PutItem', resource: table };
    const tried = await withGrant(endpoint, more, () => tryForbidden(widened));
    expect(lines(tried.filter(({ verdict }) => verdict !== 'denied'))).toEqual([
      'conversion: PutItem on actions is "admitted"',
      'conversion: TransactWriteItems Put on actions is "admitted"',
    ]);
  });

  it('the same request succeeds under every role that holds the grant', async () => {
    const pairs = attempts.flatMap((attempt) => holdersOf(attempt).map((owner) => ({ owner, attempt })));
    const tried = await inTurns(pairs, atOnce, async ({ owner, attempt }): Promise<Tried> => {
      const verdict = await tryOut(endpoint, attempt.callFor(owner), attempt, credentials.get(owner.owner));
      return { who: owner.owner, attempt, verdict };
    });
    expect(lines(tried.filter(({ verdict }) => verdict !== 'admitted'))).toEqual([]);
    const granted = new Set(pairs.flatMap(({ owner, attempt }) => `${owner.owner} ${attempt.needs}`));
    const rows = owners.flatMap(({ owner, may }) => [...may].map((right) => `${owner} ${right}`));
    expect([...granted].sort()).toEqual(rows.sort());
    tell(`  ${tried.length} granted pairs tried, all admitted: each of the ${rows.length} rights of the rows`);
  });

  it('a request that no role may send is one that the account’s root can', async () => {
    const nobodys = attempts.filter((attempt) => holdersOf(attempt).length === 0);
    const tried = await inTurns(nobodys, atOnce, async (attempt): Promise<Tried> => {
      return { who: 'root', attempt, verdict: await tryOut(endpoint, attempt.callFor(undefined), attempt) };
    });
    expect(lines(tried.filter(({ verdict }) => verdict !== 'admitted'))).toEqual([]);
    tell(`  ${tried.length} requests that no role may send, each well formed: admitted for the account’s root`);
  });

  it('what the local cloud does not evaluate is asserted on the template', () => {
    tell('  not probed here, asserted on the template:');
    for (const { rule, heldBy } of notProbed) {
      for (const { file, title } of heldBy) {
        const text = readFileSync(join(import.meta.dirname, '..', 'lib', file), 'utf8');
        expect(text.includes(`'${title}'`), `${file}: ${title}`).toBe(true);
      }
      tell(`    ${rule}`);
    }
  });
});
