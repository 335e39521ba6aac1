import { type Store } from '../../../contract/platform/functions.ts';
import { storeLayouts } from '../../../contract/platform/stores.ts';
import { deployedResources, roleOfFunction, roleOfMachine, type Resource } from './resources.ts';
import { triggerProvider, type Rights } from './rights.ts';

/** What the account holds, each under the name that the contract has for it. */
export interface Deployed {
  /** Owner to the ARN of its role. */
  readonly roles: ReadonlyMap<string, string>;
  /** Function to its name in the account; with its version, where a deploy has made one. */
  readonly functions: ReadonlyMap<string, string>;
  readonly tables: ReadonlyMap<Store, string>;
  readonly secrets: ReadonlyMap<'read' | 'write', string>;
  readonly buckets: ReadonlyMap<'content', string>;
  /** ARNs. */
  readonly machines: ReadonlyMap<'approval' | 'commit', string>;
}

type Named = readonly (readonly [name: string, resource: Resource])[];

/** What a tenant makes of its own. */
export interface Made {
  readonly functions: readonly string[];
  /** Ids of the SoRs that have secrets. */
  readonly sors: readonly string[];
}

export const madeFor = (owners: readonly Rights[], sors: readonly string[]): Made => ({
  functions: owners.filter(({ kind }) => kind === 'function').map(({ owner }) => owner),
  sors,
});

/** Kinds of resource that hold something or may do something; each one of them must have a name here. */
const names: Readonly<Record<string, (made: Made) => readonly (readonly [string, RegExp])[]>> = {
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
  'AWS::S3::Bucket': () => [['content', logical('ContentBucket')]],
};

const logical = (prefix: string): RegExp => new RegExp(`^${prefix}[0-9A-F]{8}$`);

/**
 * Each resource under its name, and each name with its resource.
 *
 * @throws naming what is deployed and has no row, or has a row and is not deployed
 */
export function named(type: string, resources: readonly Resource[], made: Made): Named {
  const known = names[type]?.(made) ?? [];
  const found = resources
    .filter((resource) => resource.type === type)
    .map((resource) => [known.find(([, form]) => form.test(resource.logicalId))?.[0], resource] as const);
  const strange = found.filter(([name]) => name === undefined).map(([, { logicalId }]) => logicalId);
  if (strange.length > 0) throw new Error(`deployed, and in no row of the matrix: ${strange.join(', ')}`);
  const missing = known.filter(([name]) => !found.some(([one]) => one === name)).map(([name]) => name);
  if (missing.length > 0) throw new Error(`in the matrix, and not deployed: ${missing.join(', ')}`);
  return found.map(([name, resource]) => [name ?? '', resource] as const);
}

/** @throws where a role belongs to nobody that is known */
export function requireOwners(resources: readonly Resource[], roles: ReadonlyMap<string, string>): void {
  const owned = new Set([...roles.values()].map((arn) => arn.slice(arn.lastIndexOf('/') + 1)));
  const strange = resources.filter(({ type, physicalId }) => type === 'AWS::IAM::Role' && !owned.has(physicalId));
  if (strange.length === 0) return;
  throw new Error(`a role in no row of the matrix: ${strange.map(({ logicalId }) => logicalId).join(', ')}`);
}

const nameOf = (names: ReadonlyMap<string, string>, id: string): string =>
  [...names].find(([, one]) => one === id)?.[0] ?? id;

/** All that a tenant has in the account, placed. @throws where something of it has no row, or a row has nothing of it */
export async function placed(endpoint: string, made: Made, tenant = 'demo'): Promise<Deployed> {
  const resources = await deployedResources(endpoint, tenant);
  const ofType = Object.fromEntries(Object.keys(names).map((type) => [type, named(type, resources, made)]));
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
    ...(await Promise.all(
      [...functions].map(async ([name, id]) => [name, await roleOfFunction(endpoint, id)] as const),
    )),
    ...(await Promise.all(
      [...machines].map(async ([name, arn]) => [`${name} machine`, await roleOfMachine(endpoint, arn)] as const),
    )),
  ]);
  requireOwners(resources, roles);
  return {
    roles,
    functions: new Map([...functions, ...versions]),
    machines,
    tables: ids('AWS::DynamoDB::GlobalTable'),
    secrets: ids('AWS::SecretsManager::Secret'),
    buckets: ids('AWS::S3::Bucket'),
  };
}
