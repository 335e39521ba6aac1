import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { effectClasses, type EffectClass } from '../../../contract/effects.ts';
import {
  openedReleases,
  platformFunctions,
  type ContentGrant,
  type PlatformFunction,
  type Store,
  type StoreUse,
} from '../../../contract/platform/functions.ts';
import { toolStores } from '../../../contract/platform/tool-stores.ts';
import { patterns } from '../../../registry/patterns.ts';
import { awsCalls } from '../../support/aws-verbs.ts';
import { operatorNames, operatorRights, type OperatorName } from './operators.ts';
import { contentRights, storeRights } from './store-rights.ts';

/**
 * A row of the matrix of rights: the rights of one role, each as `action resource`, such as `PutItem actions` or
 * `GetSecretValue read`.
 */
export interface Rights {
  readonly owner: string;
  readonly kind: 'function' | 'machine' | 'custom resource' | 'operator';
  readonly may: ReadonlySet<string>;
  /** The prefix that the keys of the owner's puts must have, by store (`dynamodb:LeadingKeys`). */
  readonly prefixes: Partial<Record<Store, string>>;
}

/**
 * The owner of the role of the CDK's custom resource that runs the functions `release-check` at the beginning and `release`
 * at the end of a deploy.
 */
export const triggerProvider = 'trigger provider';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Returns the matrix of rights that the account must have: one row for each role. It is read from the contract's tables, the
 * tenant's tool records and the state machine files. It is not read from `lib/`, because the probe checks what `lib/`
 * deploys.
 *
 * @param tenant the tenant's folder; the demo's by default
 */
export const rights = (tenant = join(root, 'tenants', 'demo')): readonly Rights[] => [
  ...Object.entries<PlatformFunction>(platformFunctions).map(([name, row]) => ofPlatform(name, row)),
  ...Object.entries({ ...withoutEgress, ...toolClasses(tenant) }).map(([name, effectClass]) =>
    ofTool(name, effectClass, Object.hasOwn(toolClasses(tenant), name)),
  ),
  ofMachine('approval'),
  ofMachine('commit'),
  {
    owner: triggerProvider,
    kind: 'custom resource',
    may: new Set(['InvokeFunction version of release', 'InvokeFunction version of release-check']),
    prefixes: {},
  },
  ...operatorNames.map(ofOperator),
];

function ofOperator(owner: OperatorName): Rights {
  const prefixes = owner === 'head operator' ? { ledger: 'release#' } : {};
  return { owner, kind: 'operator', may: new Set(operatorRights[owner]), prefixes };
}

function ofPlatform(owner: string, row: PlatformFunction): Rights {
  const {
    stores,
    content,
    secret,
    calls = [],
    decisionKinds,
    scans,
    readsAccessLog,
    opensReleases,
    releasePackage,
    notifies,
  } = row;
  const opened = opensReleases ? [...storeRights(openedReleases.stores), ...contentRights(openedReleases.content)] : [];
  const deployed = releasePackage ? ['GetObject package'] : [];
  const sends = calls.includes('resumeWait') ? ['SendTaskSuccess *'] : [];
  const machine = calls
    .filter((call) => call !== 'resumeWait')
    .map((call) => `${awsCalls[call].replace('states:', '')} approval machine`);
  const decisions = decisionKinds?.[0];
  return {
    owner,
    kind: 'function',
    may: new Set([
      ...storeRights(stores),
      ...contentRights(content),
      ...secrets(secret),
      ...sends,
      ...machine,
      ...(scans === undefined ? [] : [`Scan ${scans}`]),
      ...(readsAccessLog === true ? ['FilterLogEvents access log'] : []),
      ...(notifies === true ? ['Publish topic', 'PutEvents bus'] : []),
      ...opened,
      ...deployed,
    ]),
    prefixes: { ledger: `${owner}#`, ...(decisions === undefined ? {} : { decisions }) },
  };
}

/** @param isUsed true if a tool of the tenant uses the function */
function ofTool(owner: string, effectClass: EffectClass, isUsed: boolean): Rights {
  const { ports, effects } = effectClasses[effectClass];
  const slots = patterns.filter((one) => one.function === owner).flatMap(({ refs }) => Object.values(refs));
  const rows: readonly Row[] = [
    toolStores.always,
    { content: toolStores.content },
    { ...openedReleases.stores, content: openedReleases.content },
    ...ports.map((port) => toolStores.ports[port]),
    ...effects.map((effect) => toolStores.effects[effect]),
    ...(slots.some(({ kind }) => kind === 'Source') ? [toolStores.refs.Source] : []),
    ...(isUsed && asksExports(owner) ? [toolStores.exported] : []),
  ];
  const may = rows.flatMap(({ content, secret, ...stores }) => [
    ...storeRights(stores),
    ...contentRights(content),
    ...secrets(secret),
  ]);
  return { owner, kind: 'function', may: new Set(may), prefixes: { ledger: `${owner}#` } };
}

/** Returns true if the function's pattern declares the port `exports`. Only then it may query exported objects. */
export const asksExports = (owner: string): boolean =>
  patterns.some((one) => one.function === owner && one.ports.includes('exports'));

type Row = Partial<Record<Store, readonly StoreUse[]>> & { readonly content?: ContentGrant; readonly secret?: 'read' };

/** Reads the rights of a state machine from its definition: it may call what the definition names. */
function ofMachine(name: 'approval' | 'commit'): Rights {
  const text = readFileSync(join(root, 'statemachines', `${name}.asl.json`), 'utf8');
  const placeholders = [...text.matchAll(/\$\{([A-Za-z]+)\}/g)].map(([, found]) => found ?? '');
  const may = placeholders
    .filter((found) => found !== 'Partition')
    .map((found) => {
      const kebab = found.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
      return kebab.endsWith('-machine') ? `StartExecution ${kebab.replace('-', ' ')}` : `InvokeFunction ${kebab}`;
    });
  // Executions of the previous version still start the commit machine, which this version keeps for them.
  // An approval that has looped long starts the next execution of its own machine.
  const starts = name === 'approval' ? ['StartExecution commit machine', 'StartExecution approval machine'] : [];
  return { owner: `${name} machine`, kind: 'machine', may: new Set([...may, ...starts]), prefixes: {} };
}

const secrets = (kind: 'read' | 'write' | undefined): string[] =>
  kind === undefined ? [] : [`GetSecretValue ${kind}`];

const record = z.object({
  pattern: z.string(),
  effectClass: z.custom<EffectClass>((value) => isClass(value)),
  network: z.string().optional(),
  settings: z.looseObject({ engine: z.string().optional() }).optional(),
});
const isClass = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(effectClasses, value);

/** The functions that every tenant has, because they reach nothing outside. */
const withoutEgress: Readonly<Record<string, EffectClass>> = Object.fromEntries(
  patterns
    .filter(({ effectClass }) => effectClasses[effectClass].egress === 'none')
    .map((one) => [one.function, one.effectClass]),
);

/** Reads the effect class of each function from the tenant's tool records. */
function toolClasses(tenant: string): Readonly<Record<string, EffectClass>> {
  const folder = join(tenant, 'tools');
  const records = readdirSync(folder).map((file) => record.parse(parse(readFileSync(join(folder, file), 'utf8'))));
  return Object.fromEntries(records.map((one) => [functionOf(one), one.effectClass]));
}

/**
 * Returns the function that runs a tool: the pattern's variant with this effect class, network and engine, or else the
 * pattern's own.
 */
const functionOf = ({ pattern, effectClass, network, settings }: z.infer<typeof record>): string =>
  patterns.find(
    (one) =>
      one.name === pattern &&
      one.effectClass === effectClass &&
      one.engine === settings?.engine &&
      (network === undefined || one.network === network),
  )?.function ?? pattern;
