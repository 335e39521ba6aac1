import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { platformFunctions, type PlatformFunction } from '../../contract/platform/functions.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import { contentAreas } from '../../contract/rows/content.ts';
import { effectClasses } from '../../contract/effects.ts';
import { planes, sampleRelease } from './planes.ts';
import { areaOf, tableOf } from './roles.ts';

const real = planes();

const triggerOf = (id: string) => Object.entries(real.of('Custom::Trigger')).find(([name]) => name.startsWith(id))?.[1];
const local = planes({ local: true });
const text = (of: typeof real): string => JSON.stringify([of.data.toJSON(), of.plane.toJSON()]);

const deployed = z.object({
  Timeout: z.number(),
  VpcConfig: z.object({ SubnetIds: z.array(z.unknown()) }).optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const functionNamed = (name: string): z.infer<typeof deployed> => {
  const [, found] =
    Object.entries(real.of('AWS::Lambda::Function')).find(([id]) =>
      id.startsWith(`${name.replaceAll('-', '')}Function`),
    ) ?? [];
  return deployed.parse(found?.Properties);
};
const allNames = [...sampleRelease.functions.map(({ name }) => name), ...Object.keys(platformFunctions)];
const withEgress = new Set([
  ...sampleRelease.functions
    .filter(({ effectClass }) => effectClasses[effectClass].egress === 'declared')
    .map(({ name }) => name),
  ...Object.entries<PlatformFunction>(platformFunctions)
    .filter(
      ([, { secret, calls = [], auditLog, readsAccessLog }]) =>
        secret !== undefined || calls.length > 0 || auditLog === 'seal' || readsAccessLog === true,
    )
    .map(([name]) => name),
]);

const scheduled = Object.entries<PlatformFunction>(platformFunctions)
  .filter(([, row]) => row.everyMinutes !== undefined)
  .map(([name]) => name);

describe('The plane stack', () => {
  it('The deadline of a call ends before the function’s timeout, and that ends before the timeout of the API', () => {
    expect(timeLimits.callMillis / 1000).toBeLessThan(timeLimits.functionSeconds);
    expect(timeLimits.functionSeconds).toBeLessThan(timeLimits.gatewaySeconds);
    for (const name of allNames) expect(functionNamed(name).Timeout, name).toBe(timeLimits.functionSeconds);
    // The integration sets no timeout of its own, so the default of an HTTP API applies: 30 s.
    real.plane.allResourcesProperties('AWS::ApiGatewayV2::Integration', { TimeoutInMillis: Match.absent() });
    expect(timeLimits.gatewaySeconds).toBe(30);
  });

  it('Exactly the functions without egress are in the isolated subnets', () => {
    const inside = allNames.filter((name) => functionNamed(name).VpcConfig !== undefined);
    expect(inside.sort()).toEqual(allNames.filter((name) => !withEgress.has(name)).sort());
    const subnets = Object.keys(real.of('AWS::EC2::Subnet'));
    for (const name of inside) {
      expect(
        functionNamed(name)
          .VpcConfig?.SubnetIds.map((id) => real.named(id) ?? '')
          .sort(),
        name,
      ).toEqual(subnets.sort());
    }
  });

  it('The isolated subnets have no internet gateway, no NAT gateway, no other route and no interface endpoint', () => {
    for (const type of [
      'InternetGateway',
      'NatGateway',
      'EgressOnlyInternetGateway',
      'Route',
      'TransitGatewayAttachment',
    ]) {
      expect(Object.keys(real.of(`AWS::EC2::${type}`)), type).toEqual([]);
    }
    real.plane.allResourcesProperties('AWS::EC2::VPCEndpoint', { VpcEndpointType: 'Gateway' });
    real.plane.allResourcesProperties('AWS::EC2::Subnet', { MapPublicIpOnLaunch: false });
  });

  it('The policy of an endpoint allows only the tenant’s own tables or content areas, with the actions of the contract', () => {
    const policy = z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.strictObject({
            Effect: z.literal('Allow'),
            Principal: z.unknown(),
            Action: z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat()),
            Resource: z.unknown().transform((one) => [one].flat()),
          }),
        ),
      }),
    });
    const endpoints = Object.values(real.of('AWS::EC2::VPCEndpoint'));
    expect(endpoints).toHaveLength(2);
    const [tables, content, log, release, ...more] = endpoints.flatMap(
      ({ Properties }) => policy.parse(Properties).PolicyDocument.Statement,
    );
    expect(more).toEqual([]);
    expect(tables?.Action.every((action) => /^dynamodb:[A-Za-z]+$/.test(action))).toBe(true);
    const named = tables?.Resource.map((resource) => tableOf(real, resource));
    expect(named).toEqual(expect.arrayContaining(['ledger', 'head', 'audit', 'audit/byRun', 'tasks/byQueue']));
    expect(named).not.toContain(undefined);
    expect(content?.Action).toEqual(['s3:GetObject', 's3:PutObject']);
    expect(content?.Resource.map((resource) => areaOf(real, resource)).sort()).toEqual(
      Object.keys(contentAreas).sort(),
    );
    expect(log?.Action).toEqual(['s3:PutObject']);
    expect(JSON.stringify(log?.Resource)).toMatch(/AuditLogBucket.*\/batches\/\?{64}"/);
    expect(release?.Action).toEqual(['s3:GetObject']);
    expect(JSON.stringify(release?.Resource)).toMatch(/cdk-hnb659fds-assets.*\/[0-9a-f]{64}\.json"/);
  });

  it('A state machine’s definition names exactly the ARNs that its role may use', () => {
    const machine = z.object({
      RoleArn: z.unknown(),
      DefinitionSubstitutions: z.record(z.string(), z.unknown()),
      LoggingConfiguration: z.object({ IncludeExecutionData: z.literal(false) }),
    });
    const role = z.object({
      Policies: z.tuple([
        z.object({
          PolicyDocument: z.object({ Statement: z.array(z.object({ Action: z.string(), Resource: z.unknown() })) }),
        }),
      ]),
    });
    const machines = Object.values(real.of('AWS::StepFunctions::StateMachine')).map(({ Properties }) =>
      machine.parse(Properties),
    );
    expect(machines).toHaveLength(2);
    for (const { RoleArn, DefinitionSubstitutions } of machines) {
      const { Policies } = role.parse(real.of('AWS::IAM::Role')[real.named(RoleArn) ?? '']?.Properties);
      const granted = Policies[0].PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
        [Resource].flat().map((of) => `${Action} ${real.named(of)}`),
      );
      const { Partition, ...arns } = DefinitionSubstitutions;
      expect(Partition).toEqual({ Ref: 'AWS::Partition' });
      const named = Object.values(arns).map((of) => real.named(of) ?? '');
      const asked = named.map((id) => `lambda:InvokeFunction ${id}`);
      // Executions of the previous version still start the machine that this version keeps for them.
      const former = granted.filter((one) => one.startsWith('states:StartExecution CommitMachine'));
      expect(granted.filter((one) => !former.includes(one)).sort()).toEqual(asked.sort());
      expect(former.length).toBe(named.some((id) => id.startsWith('approval')) ? 1 : 0);
    }
  });

  it('One policy lets the role of the approval machine start executions of this machine and of no other', () => {
    const attached = z.object({
      Roles: z.array(z.unknown()),
      PolicyDocument: z.object({ Statement: z.array(z.object({ Action: z.string(), Resource: z.unknown() })) }),
    });
    const policies = Object.entries(real.of('AWS::IAM::Policy')).filter(([id]) => /Restart/.test(id));
    expect(
      policies.map(([, { Properties }]) => {
        const { Roles, PolicyDocument } = attached.parse(Properties);
        const [{ Action, Resource } = { Action: '', Resource: '' }, ...more] = PolicyDocument.Statement;
        const names = [...Roles, Resource].map((of) => real.named(of)?.replace(/[0-9A-F]{8}$/, ''));
        return [Action, ...names, more.length];
      }),
    ).toEqual([['states:StartExecution', 'ApprovalRole', 'ApprovalMachine', 0]]);
  });

  it('The API has exactly the routes of the contract, and each has the authorizer, except the open ones', () => {
    const routes = Object.values(real.of('AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);
    const keysWith = (type: string): readonly string[] =>
      routes
        .filter(
          ({ AuthorizationType, AuthorizerId }) => AuthorizationType === type && (type === 'NONE') === !AuthorizerId,
        )
        .map(({ RouteKey }) => String(RouteKey))
        .sort();
    const rows = Object.values<PlatformFunction>(platformFunctions);
    const ofTools = sampleRelease.functions.map(({ name }) => `POST /v1/${name}/{tool}`);
    expect(keysWith('JWT')).toEqual([...ofTools, ...rows.flatMap(({ routes = [] }) => routes)].sort());
    expect(keysWith('NONE')).toEqual(rows.flatMap(({ openRoutes = [] }) => openRoutes).sort());
    expect(keysWith('NONE')).toEqual(['GET /console', 'GET /console/{file+}']);
    expect(routes).toHaveLength(keysWith('JWT').length + keysWith('NONE').length);
  });

  it('The authorizer accepts only tokens of this user pool for the tenant’s clients', () => {
    const authorizer = z.object({
      JwtConfiguration: z.object({
        Audience: z.array(z.unknown()),
        Issuer: z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) }),
      }),
    });
    const [one, ...more] = Object.values(real.of('AWS::ApiGatewayV2::Authorizer'));
    expect(more).toEqual([]);
    const { Audience, Issuer } = authorizer.parse(one?.Properties).JwtConfiguration;
    expect(Audience.map((id) => (real.named(id) ?? '').replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'Cli',
      'Console',
      'IdentityUsersAgentclaimsagent',
    ]);
    const [scheme, , slash, pool] = Issuer['Fn::Join'][1];
    expect([scheme, slash]).toEqual(['https://cognito-idp.eu-central-1.', '/']);
    expect(real.named(pool)).toMatch(/^IdentityUsers/);
  });

  it('Only the local cloud allows sign-in with a plain password', () => {
    const flows = (of: typeof real): unknown =>
      Object.values(of.of('AWS::Cognito::UserPoolClient'))[0]?.Properties['ExplicitAuthFlows'];
    expect(flows(real)).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']);
    expect(flows(local)).toEqual(expect.arrayContaining(['ALLOW_ADMIN_USER_PASSWORD_AUTH']));
  });

  it('The API limits requests, and its log contains no headers and no query', () => {
    real.plane.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
      AccessLogSettings: {
        DestinationArn: Match.anyValue(),
        Format: Match.not(Match.stringLikeRegexp('header|query|path\\b')),
      },
    });
  });

  it('The logs of a real tenant are kept for a year, and those of the local cloud for seven days', () => {
    real.plane.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 365 });
    local.plane.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 7 });
  });

  it('If a batch of a stream fails, it is halved, its retries end after a day, and the failed items are left in the queue', () => {
    const mappings = Object.values(real.of('AWS::Lambda::EventSourceMapping')).map(({ Properties }) => Properties);
    const streams = mappings.filter(({ StartingPosition }) => StartingPosition !== undefined);
    for (const stream of streams) {
      expect(stream).toMatchObject({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRecordAgeInSeconds: 86_400,
        DestinationConfig: { OnFailure: { Destination: expect.anything() as unknown } },
      });
      // No number of attempts is set, so the stream's limit of 24 hours applies.
      expect(stream).not.toHaveProperty('MaximumRetryAttempts');
    }
    // A batch has records of one shard only, and only one batch of a shard runs at a time.
    real.plane.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 1,
      TumblingWindowInSeconds: 60,
      ParallelizationFactor: 1,
    });
    const filter = z.object({ FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }) });
    const filters = streams.flatMap((stream) =>
      filter.parse(stream).FilterCriteria.Filters.map(({ Pattern }) => Pattern),
    );
    const put = { eventName: ['INSERT'] };
    const withImage = (image: object): object => ({ ...put, dynamodb: { NewImage: image } });
    const expected = [
      put,
      withImage({ effect: { S: ['Action', 'Task'] } }),
      withImage({ kind: { S: ['decision', 'transition'] } }),
    ];
    expect(filters.map((pattern) => JSON.parse(pattern) as object)).toEqual(expect.arrayContaining(expected));
    expect(filters).toHaveLength(expected.length);
  });

  it('A notification that could not be published is tried again alone every three minutes for a day, and then left in the queue of failures', () => {
    const mappings = Object.values(real.of('AWS::Lambda::EventSourceMapping')).map(({ Properties }) => Properties);
    const [retries, ...more] = mappings.filter(({ StartingPosition }) => StartingPosition === undefined);
    expect(more).toEqual([]);
    expect(retries).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'], BatchSize: 10 });
    expect(real.named(retries?.['FunctionName'])).toMatch(/^approvalstartFunction/);
    const queue = real.of('AWS::SQS::Queue')[real.named(retries?.['EventSourceArn']) ?? '']?.Properties;
    const { VisibilityTimeout, RedrivePolicy } = z
      .object({
        VisibilityTimeout: z.number(),
        RedrivePolicy: z.object({ maxReceiveCount: z.number(), deadLetterTargetArn: z.unknown() }),
      })
      .parse(queue);
    expect(VisibilityTimeout * RedrivePolicy.maxReceiveCount).toBe(86_400);
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeLimits.functionSeconds);
    expect(real.named(RedrivePolicy.deadLetterTargetArn)).toMatch(/^StreamFailures/);
  });

  it('The event bus sends an upload to its function, retries twice within an hour, and then leaves it in the queue', () => {
    const rule = z.object({
      EventPattern: z.object({
        source: z.tuple([z.literal('aws.s3')]),
        'detail-type': z.tuple([z.literal('Object Created')]),
        detail: z.object({
          bucket: z.object({ name: z.tuple([z.unknown()]) }),
          object: z.object({ key: z.tuple([z.object({ prefix: z.string() })]) }),
        }),
      }),
      Targets: z.tuple([
        z.object({
          Arn: z.unknown(),
          DeadLetterConfig: z.object({ Arn: z.unknown() }),
          RetryPolicy: z.object({ MaximumRetryAttempts: z.literal(2), MaximumEventAgeInSeconds: z.literal(3600) }),
        }),
      ]),
    });
    const rules = Object.values(real.of('AWS::Events::Rule'))
      .filter(({ Properties }) => Properties['EventPattern'] !== undefined)
      .map(({ Properties }) => rule.parse(Properties));
    const told = Object.entries<PlatformFunction>(platformFunctions).filter(([, { uploads }]) => uploads !== undefined);
    expect(
      rules.map(({ EventPattern: { detail }, Targets: [{ Arn }] }) => [
        real.named(Arn)?.replace(/Function[0-9A-F]{8}$/, ''),
        detail.object.key[0].prefix,
        real.named(detail.bucket.name[0])?.startsWith('ContentBucket'),
      ]),
    ).toEqual(told.map(([name, { uploads }]) => [name.replaceAll('-', ''), `${uploads}/`, true]));
    real.plane.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
    real.plane.resourceCountIs('AWS::Lambda::EventInvokeConfig', told.length + scheduled.length);
  });

  it('A function that the contract calls at regular times has a rule, and its failed call is not retried before the next one', () => {
    expect(scheduled).toEqual(['audit-seal', 'audit-reconcile', 'staged-expire']);
    const every = (expression: string) => ({ ScheduleExpression: expression });
    real.plane.resourcePropertiesCountIs('AWS::Events::Rule', every('rate(1 minute)'), 2);
    real.plane.resourcePropertiesCountIs('AWS::Events::Rule', every('rate(5 minutes)'), 1);
    const config = { MaximumRetryAttempts: 0 };
    real.plane.resourcePropertiesCountIs('AWS::Lambda::EventInvokeConfig', config, scheduled.length);
  });

  it('A function gets the name of a table only if it may use the table', () => {
    const tables = (name: string): string[] =>
      Object.keys(functionNamed(name).Environment.Variables)
        .filter((one) => one.startsWith('TABLE_'))
        .sort();
    expect(tables('conversion')).toEqual(['TABLE_HEAD', 'TABLE_LEDGER', 'TABLE_RELEASES', 'TABLE_RUNS']);
    expect(tables('source-text')).toEqual(['TABLE_HEAD', 'TABLE_LEDGER', 'TABLE_SOURCES']);
    expect(tables('action-staging')).toEqual([
      'TABLE_ACTIONS',
      'TABLE_HEAD',
      'TABLE_LEDGER',
      'TABLE_RELEASES',
      'TABLE_RUNS',
    ]);
    expect(tables('audit-stream')).toEqual(['TABLE_AUDIT', 'TABLE_HEAD', 'TABLE_LOG']);
    expect(tables('audit-seal')).toEqual(['TABLE_LOG']);
    expect(functionNamed('conversion').Environment.Variables).not.toHaveProperty('SECRETS');
    expect(functionNamed('conversion').Environment.Variables).toHaveProperty('CONTENT');
    expect(functionNamed('approval-wait').Environment.Variables).not.toHaveProperty('CONTENT');
    expect(functionNamed('approval-start').Environment.Variables).toHaveProperty('MACHINE_APPROVAL');
  });

  it('The release is put in force after every function, route, mapping and state machine is deployed', () => {
    const trigger = triggerOf('ReleaseTrigger');
    const after = z.array(z.string()).parse(trigger?.['DependsOn']);
    for (const type of [
      'AWS::Lambda::EventSourceMapping',
      'AWS::ApiGatewayV2::Route',
      'AWS::StepFunctions::StateMachine',
    ]) {
      expect(after, type).toEqual(expect.arrayContaining(Object.keys(real.of(type))));
    }
  });

  it('Before any other function changes, the release in force is checked', () => {
    const named = (id: string): string => id.replace(/(Role|Function)[0-9A-F]{8}$/, '');
    const functions = Object.entries(real.of('AWS::Lambda::Function')).filter(([id]) =>
      /Function[0-9A-F]{8}$/.test(id),
    );
    const unchecked = functions.filter(([, { DependsOn = [] }]) => ![DependsOn].flat().includes('ReleaseCheck'));
    expect(functions.length).toBeGreaterThan(25);
    expect(unchecked.map(([id]) => named(id)).sort()).toEqual(['release', 'releasecheck']);
    expect(triggerOf('ReleaseCheck')).toBeDefined();
  });

  it('No resource has a fixed name, so that its replacement never conflicts with it', () => {
    const names = [
      'TableName',
      'FunctionName',
      'RoleName',
      'QueueName',
      'LogGroupName',
      'StateMachineName',
      'AlarmName',
      'DashboardName',
      'UserPoolName',
      'ManagedPolicyName',
      'AliasName',
      'ClientName',
    ];
    for (const template of [real.data, real.plane]) {
      const resources = z
        .record(z.string(), z.object({ Properties: z.record(z.string(), z.unknown()).default({}) }))
        .parse(template.toJSON()['Resources']);
      const named = Object.entries(resources).flatMap(([id, { Properties }]) =>
        names.filter((name) => typeof Properties[name] === 'string').map((name) => `${id}.${name}`),
      );
      expect(named).toEqual([]);
    }
  });

  it('No template contains the name of an AWS partition', () => {
    const found = text(real).match(/arn:aws[a-z-]*:[^"\\]*/g) ?? [];
    expect(found).toEqual([]);
  });

  it('The numbers of resources and alarms depend on the number of functions, not of tools', () => {
    const count = (of: typeof real): number =>
      Object.keys(z.record(z.string(), z.unknown()).parse(of.plane.toJSON()['Resources'])).length;
    const more = planes({ release: { id: 'b'.repeat(64) } });
    expect(count(more)).toBe(count(real));
    expect(Object.keys(real.of('AWS::CloudWatch::Alarm'))).toHaveLength(12);
  });
});
