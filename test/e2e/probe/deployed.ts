import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { type Store } from '../../../contract/platform/functions.ts';
import { storeLayouts } from '../../../contract/platform/stores.ts';
import { deployedResources, packageOf, roleOfFunction, roleOfMachine, type Resource } from './resources.ts';
import { operators } from './operators.ts';
import { triggerProvider, type Rights } from './rights.ts';

/** The resources of the account, each under its name in the contract. */
export interface Deployed {
  /** ARN of each role, by its owner: a function or a state machine. */
  readonly roles: ReadonlyMap<string, string>;
  /** Name in the account of each function, and of each function version that a deploy published. */
  readonly functions: ReadonlyMap<string, string>;
  readonly tables: ReadonlyMap<Store, string>;
  readonly secrets: ReadonlyMap<'read' | 'write', string>;
  readonly buckets: ReadonlyMap<'content' | 'auditLog', string>;
  /** Name of the log group with the access log of the API. */
  readonly accessLog: string;
  /** The file with the release of the newest deploy, in the bucket of the CDK. */
  readonly package: { readonly bucket: string; readonly key: string };
  /** ARN of the topic of notifications, and name of the event bus. */
  readonly notifications: { readonly topic: string; readonly bus: string };
  /** ARN of each state machine. */
  readonly machines: ReadonlyMap<'approval' | 'commit', string>;
}

type Named = readonly (readonly [name: string, resource: Resource])[];

/** The parts of a deployment that depend on the tenant. */
export interface TenantParts {
  readonly functions: readonly string[];
  /** Ids of the SoRs that have secrets. */
  readonly sors: readonly string[];
}

export const tenantParts = (owners: readonly Rights[], sors: readonly string[]): TenantParts => ({
  functions: owners.filter(({ kind }) => kind === 'function').map(({ owner }) => owner),
  sors,
});

/**
 * The resource types that store or run something, with the names that their resources have in the contract. A resource of
 * these types must have a logical id that one of the names fits.
 */
const names: Readonly<Record<string, (parts: TenantParts) => readonly (readonly [string, RegExp])[]>> = {
  'AWS::Lambda::Function': ({ functions }) => [
    ...functions.map((name) => [name, logical(`${name.replaceAll('-', '')}Function`)] as const),
    [triggerProvider, logical('AWSCDKTriggerCustomResourceProviderCustomResourceProviderHandler')],
  ],
  'AWS::StepFunctions::StateMachine': () => [
    ['approval', logical('ApprovalMachine')],
    ['commit', logical('CommitMachine')],
  ],
  'AWS::DynamoDB::GlobalTable': () => Object.keys(storeLayouts).map((store) => [store, logical(`Tables${store}`)]),
  'AWS::SecretsManager::Secret': ({ sors }) =>
    sors.flatMap((id) =>
      ['read', 'write'].map((kind) => [kind, logical(`Secrets${id.replaceAll(/[.-]/g, '')}${kind}`)] as const),
    ),
  'AWS::DynamoDB::Table': () => [],
  'AWS::S3::Bucket': () => [
    ['content', logical('ContentBucket')],
    ['auditLog', logical('AuditLogBucket')],
  ],
  'AWS::SNS::Topic': () => [['topic', logical('NotificationsTopic')]],
  'AWS::Events::EventBus': () => [['bus', logical('NotificationsBus')]],
};

const logical = (prefix: string): RegExp => new RegExp(`^${prefix}[0-9A-F]{8}$`);

/**
 * Finds the name of each resource of a type.
 *
 * @throws with the names of resources that have no row in the matrix of rights, or of rows that have no resource
 */
export function namesOf(type: string, resources: readonly Resource[], parts: TenantParts): Named {
  const known = names[type]?.(parts) ?? [];
  const found = resources
    .filter((resource) => resource.type === type)
    .map((resource) => [known.find(([, form]) => form.test(resource.logicalId))?.[0], resource] as const);
  const unknown = found.filter(([name]) => name === undefined).map(([, { logicalId }]) => logicalId);
  if (unknown.length > 0) throw new Error(`deployed, but without a row in the matrix of rights: ${unknown.join(', ')}`);
  const missing = known.filter(([name]) => !found.some(([one]) => one === name)).map(([name]) => name);
  if (missing.length > 0) throw new Error(`in the matrix of rights, but not deployed: ${missing.join(', ')}`);
  return found.map(([name, resource]) => [name ?? '', resource] as const);
}

/** Checks that each role of the account has an owner. @throws with the names of the roles that have none */
export function requireOwners(resources: readonly Resource[], roles: ReadonlyMap<string, string>): void {
  const owned = new Set([...roles.values()].map((arn) => arn.slice(arn.lastIndexOf('/') + 1)));
  const unknown = resources.filter(({ type, physicalId }) => type === 'AWS::IAM::Role' && !owned.has(physicalId));
  if (unknown.length === 0) return;
  throw new Error(
    `roles without a row in the matrix of rights: ${unknown.map(({ logicalId }) => logicalId).join(', ')}`,
  );
}

/** Returns the ARNs of the roles that a person assumes for commands. */
const operatorRoles = (resources: readonly Resource[]): readonly (readonly [string, string])[] =>
  Object.entries(operators).flatMap(([owner, id]) =>
    resources
      .filter(({ type, logicalId }) => type === 'AWS::IAM::Role' && logical(id).test(logicalId))
      .map(({ physicalId }) => [owner, `arn:aws:iam::000000000000:role/${physicalId}`] as const),
  );

/** Returns the name of the log group with the access log. @throws if it is not deployed */
function accessLogOf(resources: readonly Resource[]): string {
  const group = resources.find(
    ({ type, logicalId }) => type === 'AWS::Logs::LogGroup' && logical('ApiAccessLog').test(logicalId),
  );
  if (group === undefined) throw new Error('the access log of the API is not deployed');
  return group.physicalId;
}

/** `resourcesOf` has checked that each row of the matrix is deployed. */
const requireOne = (id: string | undefined): string => {
  if (id === undefined) throw new Error('the topic or the event bus is not deployed');
  return id;
};

const nameOf = (names: ReadonlyMap<string, string>, id: string): string =>
  [...names].find(([, one]) => one === id)?.[0] ?? id;

/**
 * Finds all resources of a tenant, by their names in the contract.
 *
 * @throws if a resource has no row in the matrix of rights, or a row has no resource
 */
export async function resourcesOf(cloud: RootAccess, parts: TenantParts, tenant = 'demo'): Promise<Deployed> {
  const resources = await deployedResources(cloud, tenant);
  const ofType = Object.fromEntries(Object.keys(names).map((type) => [type, namesOf(type, resources, parts)]));
  const ids = <Name extends string>(type: string): ReadonlyMap<Name, string> =>
    new Map((ofType[type] ?? []).map(([name, { physicalId }]) => [name as Name, physicalId]));

  const functions = ids('AWS::Lambda::Function');
  const versions = new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Version')
      .map(({ physicalId }) => physicalId.slice(physicalId.indexOf(':function:') + ':function:'.length))
      .map((id) => [`version of ${nameOf(functions, id.slice(0, id.lastIndexOf(':')))}`, id] as const),
  );
  const machines = ids<'approval' | 'commit'>('AWS::StepFunctions::StateMachine');
  const roles = new Map<string, string>([
    ...(await Promise.all([...functions].map(async ([name, id]) => [name, await roleOfFunction(cloud, id)] as const))),
    ...(await Promise.all(
      [...machines].map(async ([name, arn]) => [`${name} machine`, await roleOfMachine(cloud, arn)] as const),
    )),
    ...operatorRoles(resources),
  ]);
  requireOwners(resources, roles);
  return {
    roles,
    functions: new Map([...functions, ...versions]),
    machines,
    tables: ids('AWS::DynamoDB::GlobalTable'),
    secrets: ids('AWS::SecretsManager::Secret'),
    buckets: ids('AWS::S3::Bucket'),
    accessLog: accessLogOf(resources),
    notifications: {
      topic: requireOne(ids<'topic'>('AWS::SNS::Topic').get('topic')),
      bus: requireOne(ids<'bus'>('AWS::Events::EventBus').get('bus')),
    },
    package: await packageOf(cloud, functions.get('release') ?? ''),
  };
}
