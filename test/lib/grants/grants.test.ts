import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { effectClasses } from '../../../contract/effects.ts';
import {
  platformFunctions,
  type ContentGrant,
  type PlatformFunction,
  type StoreUse,
} from '../../../contract/platform/functions.ts';
import { toolStores } from '../../../contract/platform/tool-stores.ts';
import { storeLayouts } from '../../../contract/platform/stores.ts';
import { awsCalls, awsVerbs } from '../../support/aws-verbs.ts';
import { planes, sampleRelease } from '../planes.ts';
import { areaOf, functionRoles, tableOf, type Statement } from '../roles.ts';

const both = planes();
const roles = functionRoles(both);
const toolNames = sampleRelease.functions.map(({ name }) => name);
const toolPrefixes = toolNames.map((name) => `${name}#*`);

/** One line for each right: verb, table or index, and the key prefixes to which it is limited. */
const tableRights = (statements: readonly Statement[]): string[] =>
  statements
    .flatMap(({ Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.map((resource) => {
          const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
          const table = tableOf(both, resource);
          return table === undefined
            ? ''
            : `${action} ${table}${keys === undefined ? '' : ` under ${z.array(z.string()).parse([keys].flat()).join(' ')}`}`;
        }),
      ),
    )
    .filter(
      (line) => line !== '' && !line.includes('Stream') && !line.includes('GetRecords') && !line.includes('GetShard'),
    )
    .sort();

const right = (use: StoreUse, store: keyof typeof storeLayouts, keys: readonly string[] = []): string[] => {
  const under = keys.length === 0 ? '' : ` under ${keys.join(' ')}`;
  const indexes = use === 'query' ? Object.keys(storeLayouts[store].indexes).map((name) => `${store}/${name}`) : [];
  return [store, ...indexes].map((table) => `dynamodb:${awsVerbs[use]} ${table}${under}`);
};

const opened = right('read', 'releases');

const platformRights = (
  name: string,
  { stores, scans, opensReleases, decisionKinds = [] }: PlatformFunction,
): string[] =>
  [
    ...(Object.keys(stores) as (keyof typeof storeLayouts)[]).flatMap((store) =>
      (stores[store] ?? []).flatMap((use) => {
        if (store === 'ledger') return right(use, store, [`${name}#*`]);
        const keys = store === 'decisions' && use === 'put' ? decisionKinds.map((kind) => `${kind}*`) : [];
        return right(use, store, keys);
      }),
    ),
    ...(scans === undefined ? [] : [`dynamodb:Scan ${scans}`]),
    ...(opensReleases ? opened : []),
  ].sort();

/** One line for each right: the action, and the area of the content store in which it is allowed. */
const contentRights = (statements: readonly Statement[]): string[] =>
  statements
    .filter(({ Action }) => Action.some((one) => one.startsWith('s3:')))
    .flatMap(({ Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.filter((of) => !isOfAuditLog(of) && !isOfPackage(of)).map(
          (of) => `${action} ${areaOf(both, of)}${Condition ? ' if' : ''}`,
        ),
      ),
    )
    .sort();

/** True for the file with the release of the deploy, which is in the bucket of the CDK. */
const isOfPackage = (resource: unknown): boolean =>
  /cdk-hnb659fds-assets[^"]*\/[0-9a-f]{64}\.json"/.test(JSON.stringify(resource));

const isOfAuditLog = (resource: unknown): boolean => JSON.stringify(resource).includes('AuditLogBucket');

/** Returns what a role may do to objects of the audit log: the action and the first part of the path. */
const auditLogRights = (statements: readonly Statement[]): readonly string[] => {
  const rights = statements.flatMap(({ Action, Resource }) =>
    Action.filter((one) => one.startsWith('s3:')).flatMap((action) =>
      Resource.filter(isOfAuditLog).map(
        (of) => `${action} ${/\/(batches|tile|checkpoints?|cosignatures|redriven)/.exec(JSON.stringify(of))?.[1]}`,
      ),
    ),
  );
  return [...new Set(rights)].sort();
};

const areaRights = ({ read = [], write = [] }: ContentGrant): string[] =>
  [...read.map((area) => `s3:GetObject ${area}`), ...write.map((area) => `s3:PutObject ${area}`)].sort();

const always = (name: string): string[] => [
  ...right('read', 'ledger', [`${name}#*`]),
  ...right('put', 'ledger', [`${name}#*`]),
  ...right('read', 'head'),
  ...right('read', 'runs'),
  ...opened,
];

const openedAreas = ['parts', 'releases'] as const;

describe('The rights of the functions', () => {
  it('Every function of the contract and of the release has a role of its own', () => {
    expect([...roles.keys()].sort()).toEqual([...toolNames, ...Object.keys(platformFunctions)].sort());
  });

  it.each(Object.entries(platformFunctions))(
    'The function %s may use exactly the tables of its row in the contract',
    (name, row) => {
      expect(tableRights(roles.get(name)?.statements ?? [])).toEqual(platformRights(name, row));
    },
  );

  it.each([
    ['conversion', []],
    ['validation', []],
    ['lookup', []],
    ['action-staging', [...right('readMany', 'ledger', toolPrefixes), ...right('put', 'actions')]],
    [
      'approval-request',
      [
        ...right('readMany', 'ledger', toolPrefixes),
        ...right('readMany', 'actions'),
        ...right('readMany', 'tasks'),
        ...right('put', 'tasks'),
      ],
    ],
  ])('The tool function %s may use exactly the tables that its effect class allows', (name, more) => {
    expect(tableRights(roles.get(name)?.statements ?? [])).toEqual([...always(name), ...more].sort());
  });

  it.each(Object.entries<PlatformFunction>(platformFunctions))(
    'The function %s may use exactly the areas of the content store of its row in the contract',
    (name, { content = {}, opensReleases }) => {
      const read = [...(content.read ?? []), ...(opensReleases ? openedAreas : [])];
      expect(contentRights(roles.get(name)?.statements ?? [])).toEqual(areaRights({ ...content, read }));
    },
  );

  it.each([
    ['conversion', toolStores.content],
    ['lookup', toolStores.content],
    ['action-staging', { read: ['results'], write: ['results', 'payloads'] }],
    ['approval-request', { read: ['results'], write: ['results', 'payloads'] }],
  ] as const)(
    'The tool function %s may use only releases, results and what its effect needs in the content store',
    (name, grant) => {
      const read = [...grant.read, ...openedAreas];
      expect(contentRights(roles.get(name)?.statements ?? [])).toEqual(areaRights({ ...grant, read }));
    },
  );

  it('In the audit log one function may put batches, another may read them and write the tree, a third may read the tree, and none may delete or list', () => {
    const rights = [...roles].map(([name, { statements }]) => [name, auditLogRights(statements)] as const);
    const derived = ['checkpoint', 'checkpoints', 'cosignatures', 'redriven', 'tile'];
    expect(Object.fromEntries(rights.filter(([, actions]) => actions.length > 0))).toEqual({
      'audit-stream': ['s3:PutObject batches'],
      'audit-reconcile': ['s3:GetObject tile'],
      'audit-seal': [
        ...['batches', ...derived].map((path) => `s3:GetObject ${path}`),
        ...derived.map((path) => `s3:PutObject ${path}`),
      ],
    });
  });

  it('A tool whose pattern takes sources may read their rows and texts, and may write neither', () => {
    const functions = [
      ...sampleRelease.functions,
      { name: 'extraction', effectClass: 'pure', refs: ['Source'] } as const,
    ];
    const of = planes({ release: { functions } });
    const statements = functionRoles(of, ['extraction']).get('extraction')?.statements ?? [];
    expect(contentRights(statements)).toEqual(
      areaRights({ read: ['results', 'texts', ...openedAreas], write: ['results'] }),
    );
    expect(tableRights(statements).filter((one) => one.includes('sources'))).toEqual(['dynamodb:BatchGetItem sources']);
  });

  it('Only the function that stores releases and the check before a deploy may read the release of the deploy, and only this file', () => {
    const readers = [...roles].filter(([, { statements }]) =>
      statements.some(({ Action, Resource }) => Action.join() === 's3:GetObject' && Resource.every(isOfPackage)),
    );
    expect(readers.map(([name]) => name).sort()).toEqual(['release', 'release-check']);
  });

  it('Only the function `release` may put or change the row of a release', () => {
    const writers = [...roles].filter(([, { statements }]) =>
      tableRights(statements).some((one) => /^dynamodb:(Put|Update)Item releases$/.test(one)),
    );
    expect(writers.map(([name]) => name)).toEqual(['release']);
  });

  it('No role may delete or list objects of the content store or change their versions', () => {
    for (const [name, { statements }] of roles) {
      const actions = statements.flatMap(({ Action }) => Action).filter((one) => one.startsWith('s3:'));
      expect(
        actions.filter((one) => one !== 's3:GetObject' && one !== 's3:PutObject'),
        name,
      ).toEqual([]);
    }
  });

  it('Every table action of a role is a verb of the contract, never a delete or a wildcard, and one function may scan the ledger', () => {
    const known = new Set<string>(Object.values(awsVerbs));
    const streams = new Set(['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams']);
    const scanning = [...roles].filter(([, { statements }]) =>
      statements.some(({ Action }) => Action.includes('dynamodb:Scan')),
    );
    expect(scanning.map(([name]) => name)).toEqual(['audit-reconcile']);
    for (const [name, { statements }] of roles) {
      const verbs = statements.flatMap(({ Action }) => Action).filter((action) => action.startsWith('dynamodb:'));
      for (const verb of verbs.map((action) => action.slice('dynamodb:'.length))) {
        expect(known.has(verb) || streams.has(verb) || verb === 'Scan', `${name}: ${verb}`).toBe(true);
      }
    }
  });

  it('A function may put into the ledger only under its own key prefix', () => {
    for (const [name, { statements }] of roles) {
      const puts = statements.filter(
        ({ Action, Resource }) =>
          Action.includes('dynamodb:PutItem') && Resource.some((of) => tableOf(both, of) === 'ledger'),
      );
      for (const { Condition } of puts) {
        expect(Condition, name).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${name}#*`] } });
      }
    }
  });

  it('Only a function whose row or effect class names a kind of secret may read that kind, and no role reads both kinds', () => {
    const kinds = new Map<string, string[]>();
    for (const [name, { statements }] of roles) {
      const resources = statements.filter(({ Action }) => Action.includes('secretsmanager:GetSecretValue'));
      const ids = resources.flatMap(({ Resource }) => Resource.map((of) => both.named(of) ?? ''));
      const read = [...new Set(ids.map((id) => /(read|write)[0-9A-F]{8}$/.exec(id)?.[1] ?? `unknown ${id}`))];
      expect([0, sampleRelease.sors.length], name).toContain(ids.length);
      kinds.set(name, read);
    }
    const expected = new Map<string, string[]>(
      [
        ...sampleRelease.functions.map(
          ({ name, effectClass }) =>
            [name, effectClasses[effectClass].ports.some((port) => port === 'connectors') ? ['read'] : []] as const,
        ),
        ...Object.entries<PlatformFunction>(platformFunctions).map(
          ([name, { secret }]) => [name, secret ? [secret] : []] as const,
        ),
      ].map(([name, kinds]) => [name, [...kinds]]),
    );
    expect(kinds).toEqual(expected);
    expect([...kinds.values()].every((read) => read.length <= 1)).toBe(true);
  });

  it('A role that uses an encrypted store may use the store’s key, but only through the store’s service', () => {
    for (const [name, { statements }] of roles) {
      const uses = (service: string): string[] =>
        statements
          .filter(
            ({ Condition }) =>
              Condition?.['StringEquals']?.['kms:ViaService'] === `${service}.eu-central-1.amazonaws.com`,
          )
          .flatMap(({ Action, Resource }) => (Resource.every((of) => both.named(of)?.startsWith('Key')) ? Action : []));
      const touches = (action: RegExp): boolean =>
        statements.some(
          ({ Action, Resource }) => Action.some((one) => action.test(one)) && !Resource.every((of) => isOfPackage(of)),
        );
      const writing = touches(/^dynamodb:(Put|Update)/) ? ['kms:Encrypt', 'kms:GenerateDataKey'] : [];
      const needed = touches(/^dynamodb:/) ? ['kms:Decrypt', ...writing] : [];
      expect(uses('dynamodb'), name).toEqual(expect.arrayContaining(needed));
      expect(uses('secretsmanager'), name).toEqual(touches(/^secretsmanager:/) ? ['kms:Decrypt'] : []);
      expect(uses('s3'), name).toEqual([
        ...(touches(/^s3:Get/) ? ['kms:Decrypt'] : []),
        ...(touches(/^s3:Put/) ? ['kms:GenerateDataKey'] : []),
      ]);
      const unbound = statements.filter(
        ({ Action, Condition }) =>
          Action.some((one) => one.startsWith('kms:')) && Condition?.['StringEquals'] === undefined,
      );
      // Only the sealing function uses another key: it signs with KMS.
      expect(
        unbound.flatMap(({ Action }) => Action),
        name,
      ).toEqual(name === 'audit-seal' ? ['kms:GetPublicKey', 'kms:Sign'] : []);
    }
  });

  it('A role may make only those calls of Step Functions that its row names, and start only the approval machine', () => {
    for (const [name, row] of Object.entries<PlatformFunction>(platformFunctions)) {
      const calls = (roles.get(name)?.statements ?? []).filter(({ Action }) =>
        Action.some((one) => one.startsWith('states:')),
      );
      expect(calls.flatMap(({ Action }) => Action).sort(), name).toEqual(
        (row.calls ?? []).map((call) => awsCalls[call]).sort(),
      );
      const starts = calls.filter(({ Action }) => Action.includes('states:StartExecution'));
      for (const { Resource } of starts)
        expect(Resource.map((of) => both.named(of)?.startsWith('Approval'))).toEqual([true]);
    }
    for (const name of toolNames) {
      const actions = (roles.get(name)?.statements ?? []).flatMap(({ Action }) => Action);
      expect(
        actions.filter((one) => one.startsWith('states:')),
        name,
      ).toEqual([]);
    }
  });

  it('Exactly the roles whose row in the contract says so may read single humans of the user pool and their groups, and nothing else of it', () => {
    const may = [...roles]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .flatMap(([name, { statements }]) => {
        const actions = statements.flatMap(({ Action }) => Action).filter((one) => one.startsWith('cognito-idp:'));
        return actions.length === 0 ? [] : [[name, actions.sort()]];
      });
    const declared = Object.entries<PlatformFunction>(platformFunctions).filter(([, { people }]) => people);
    const both = ['cognito-idp:AdminGetUser', 'cognito-idp:AdminListGroupsForUser'];
    expect(may).toEqual(
      declared.map(([name]) => [name, both]).toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    );
  });

  it('Beyond its row, a role has only its own log, its stream and the two shared policies', () => {
    const known =
      /^(cognito-idp|dynamodb|kms|s3|secretsmanager|states):|^logs:(CreateLogStream|PutLogEvents)$|^sqs:SendMessage$/;
    const more: Readonly<Record<string, readonly string[]>> = {
      'audit-reconcile': ['logs:FilterLogEvents'],
      'approval-start': [
        'sns:Publish',
        'events:PutEvents',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:ReceiveMessage',
      ],
    };
    for (const [name, { statements, managed }] of roles) {
      const others = statements.flatMap(({ Action }) => Action).filter((action) => !known.test(action));
      expect(others, name).toEqual(more[name] ?? []);
      const logs = statements.filter(({ Action }) => Action.some((one) => one.startsWith('logs:')));
      expect(logs, name).toHaveLength(name === 'audit-reconcile' ? 2 : 1);
      expect(
        managed
          .map((id) => id.replace(/[0-9A-F]{8}$/, ''))
          .filter((id) => !['PoliciesTracing', 'PoliciesNetworkInterfaces'].includes(id)),
        name,
      ).toEqual([]);
    }
  });

  it('Only consumers of the stream and the sealing function may read the stream, and only consumers of stream and uploads may write to the failures queue', () => {
    for (const [name, { statements }] of roles) {
      const row: PlatformFunction | undefined = Object.entries<PlatformFunction>(platformFunctions).find(
        ([one]) => one === name,
      )?.[1];
      const reads = statements.some(({ Action }) => Action.includes('dynamodb:GetRecords'));
      const sends = statements.some(({ Action }) => Action.includes('sqs:SendMessage'));
      expect([reads, sends], name).toEqual([
        row?.stream !== undefined || name === 'audit-seal',
        row?.stream !== undefined || row?.uploads !== undefined,
      ]);
    }
  });
});
