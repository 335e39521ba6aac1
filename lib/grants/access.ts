import type { ContentArea } from '../../contract/rows/content.ts';
import { effectClasses } from '../../contract/effects.ts';
import {
  openedReleases,
  platformFunctions,
  type ContentGrant,
  type PlatformFunction,
  type PlatformFunctionName,
  type Store,
  type StoreUse,
} from '../../contract/platform/functions.ts';
import { toolStores } from '../../contract/platform/tool-stores.ts';
import { hasEgress, type ExportedType, type ModelTarget, type ToolFunctionRow } from '../deployment.ts';

/** The prefixes that a partition key must begin with. Undefined means any key of the table. */
export type Prefixes = readonly string[] | undefined;

type Stores = Partial<Record<Store, readonly StoreUse[]>>;
type Row = Stores & { readonly content?: ContentGrant };

/** The rights of one function, as data. The grants are made from these rights, and tests compare the template with them. */
export interface Access {
  readonly functionName: string;
  readonly stores: readonly { readonly store: Store; readonly use: StoreUse; readonly prefixes: Prefixes }[];
  /** Areas of the content store that the function may read and write. */
  readonly content: { readonly read: readonly ContentArea[]; readonly write: readonly ContentArea[] };
  /** True if the function reads the file with the release of the deploy. */
  readonly releasePackage: boolean;
  readonly secret?: 'read' | 'write';
  readonly calls: NonNullable<PlatformFunction['calls']>;
  readonly stream: boolean;
  /** True if a schedule calls the function. */
  readonly scheduled?: boolean;
  /** True if the function reads the shards of the ledger's stream itself. */
  readonly readsStream?: boolean;
  /** True if the function reads all items of the ledger. */
  readonly scansLedger?: boolean;
  /** True if the function reads the access log of the API's gateway. */
  readonly readsAccessLog?: boolean;
  readonly auditLog?: PlatformFunction['auditLog'];
  /** True if the event bus calls the function for uploads. */
  readonly uploads: boolean;
  /** ARNs of the tenant's own tables from which the function may read items. */
  readonly sourceTables: readonly string[];
  /** Models that the function may ask. The interface endpoint for models in its network allows no other models. */
  readonly models: readonly ModelTarget[];
  /** Types whose exported objects the function may query, through Athena only. */
  readonly exports: readonly ExportedType[];
  /** True if the function reads single humans of the user pool and their groups. */
  readonly people: boolean;
  /** True if the function checks tokens itself. */
  readonly checksTokens: boolean;
  /** True if the function serves the files of the page. */
  readonly page: boolean;
  /** True if the function reads scans. It may do so only if the tenant has configured a reader of scans. */
  readonly readsScans: boolean;
  /** True if the function publishes to the topic of notifications and to the event bus. */
  readonly notifies: boolean;
  /** True if the function is in the isolated subnets, which lead only to endpoints of AWS services. */
  readonly isolated: boolean;
}

/**
 * Returns the rights of a platform function: those of its row in the contract. In the ledger it may use only its own
 * keys, and it may put only the kinds of Decisions that the row declares.
 */
export function platformAccess(name: PlatformFunctionName): Access {
  const declared: PlatformFunction = platformFunctions[name];
  const {
    stores,
    content,
    opensReleases,
    decisionKinds = [],
    secret,
    calls = [],
    stream,
    readsStream,
    uploads,
    auditLog,
  } = declared;
  const {
    people = false,
    checksTokens = false,
    scans,
    readsAccessLog = false,
    everyMinutes,
    page = false,
    readsScans = false,
    notifies = false,
  } = declared;
  const prefixes = (store: Store, use: StoreUse): Prefixes => {
    if (store === 'ledger') return [`${name}#`];
    return store === 'decisions' && use === 'put' ? decisionKinds : undefined;
  };
  return {
    functionName: name,
    stores: [...entries(stores), ...(opensReleases ? entries(openedReleases.stores) : [])].map(([store, use]) => ({
      store,
      use,
      prefixes: prefixes(store, use),
    })),
    content: areasOf([content, ...(opensReleases ? [openedReleases.content] : [])]),
    releasePackage: declared.releasePackage ?? false,
    ...(secret === undefined ? {} : { secret }),
    calls,
    ...(auditLog === undefined ? {} : { auditLog }),
    sourceTables: [],
    models: [],
    exports: [],
    stream: stream !== undefined,
    ...(readsStream === undefined ? {} : { readsStream: true }),
    ...(scans === undefined ? {} : { scansLedger: true }),
    readsAccessLog,
    scheduled: everyMinutes !== undefined,
    uploads: uploads !== undefined,
    people,
    checksTokens,
    page,
    readsScans,
    notifies,
    // Step Functions, KMS, Cognito, CloudWatch Logs, SNS and EventBridge have no gateway endpoint. An interface endpoint would cost more a
    // month than everything else that runs while idle.
    isolated:
      secret === undefined &&
      calls.length === 0 &&
      auditLog !== 'seal' &&
      !people &&
      !checksTokens &&
      !readsAccessLog &&
      !notifies,
  };
}

/**
 * Returns the rights of a tool function: those of its effect class, and those for its refs, models, exports and tables.
 * A function has only one effect class (spec 9.2).
 */
export function toolAccess(tool: ToolFunctionRow, all: readonly ToolFunctionRow[]): Access {
  const { ports, effects } = effectClasses[tool.effectClass];
  const refs = (tool.refs ?? []).map((kind) => toolStores.refs[kind]);
  const granted = ports.map((port) => portGrant(toolStores.ports[port]));
  const secret = granted.find((port) => port.secret !== undefined)?.secret;
  const stores: readonly Stores[] = [
    toolStores.always,
    openedReleases.stores,
    ...granted.map(({ stores }) => stores),
    ...effects.map((effect) => storesOf(toolStores.effects[effect])),
    ...refs.map(storesOf),
  ];
  const content = [
    toolStores.content,
    openedReleases.content,
    ...granted.map((port) => port.content),
    ...effects.map((effect) => contentOf(toolStores.effects[effect])),
    ...refs.map(contentOf),
    ...(tool.exports ? [toolStores.exported.content] : []),
  ];
  const prefixes = (store: Store, use: StoreUse): Prefixes => {
    if (store !== 'ledger') return undefined;
    return use === 'readMany' ? all.map(({ name }) => `${name}#`) : [`${tool.name}#`];
  };
  return {
    functionName: tool.name,
    stores: stores.flatMap(entries).map(([store, use]) => ({ store, use, prefixes: prefixes(store, use) })),
    content: areasOf(content),
    releasePackage: false,
    ...(secret === undefined ? {} : { secret }),
    calls: [],
    sourceTables: tool.tables ?? [],
    models: tool.models ?? [],
    exports: tool.exports ?? [],
    stream: false,
    uploads: false,
    people: false,
    checksTokens: false,
    page: false,
    readsScans: false,
    notifies: false,
    isolated: !hasEgress(tool),
  };
}

const storesOf = (row: Row): Stores => {
  const { content: _, ...stores } = row;
  return stores;
};
const contentOf = ({ content }: Row): ContentGrant | undefined => content;

const areasOf = (grants: readonly (ContentGrant | undefined)[]): Access['content'] => ({
  read: [...new Set(grants.flatMap((grant) => grant?.read ?? []))].sort(),
  write: [...new Set(grants.flatMap((grant) => grant?.write ?? []))].sort(),
});

/**
 * Splits the row of a port into stores, areas of the content store and, if the port leads outside, a kind of secret.
 */
function portGrant({ secret, content, ...stores }: Row & { readonly secret?: 'read' }): {
  stores: Stores;
  content: ContentGrant | undefined;
  secret?: 'read';
} {
  return secret === undefined ? { stores, content } : { stores, content, secret };
}

const entries = (stores: Stores): readonly (readonly [Store, StoreUse])[] =>
  Object.entries(stores).flatMap(([store, uses]) => uses.map((use) => [store as Store, use] as const));
