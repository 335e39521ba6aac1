import { effectClasses } from '../contract/effects.ts';
import {
  platformFunctions,
  toolStores,
  type PlatformFunction,
  type PlatformFunctionName,
  type Store,
  type Verb,
} from '../contract/functions.ts';
import { hasEgress, type ToolFunctionRow } from './deployment.ts';

/** A set of partition keys that begin with one of these; without it, any key of the table. */
export type Prefixes = readonly string[] | undefined;

type Stores = Partial<Record<Store, readonly Verb[]>>;

/** What one function may do, as data: read by the grants, and by the tests that hold the template against the law. */
export interface Access {
  readonly functionName: string;
  readonly stores: readonly { readonly store: Store; readonly verb: Verb; readonly prefixes: Prefixes }[];
  readonly secret?: 'read' | 'write';
  readonly calls: NonNullable<PlatformFunction['calls']>;
  readonly stream: boolean;
  /** No way out but the gateway endpoints: the function stands in isolated subnets. */
  readonly isolated: boolean;
}

/** What a function that is no tool may do: its row in the contract, and ledger and decisions under its own keys alone. */
export function platformAccess(name: PlatformFunctionName): Access {
  const declared: PlatformFunction = platformFunctions[name];
  const { stores, decisionKinds = [], secret, calls = [], stream } = declared;
  const prefixes = (store: Store, verb: Verb): Prefixes => {
    if (store === 'ledger') return [`${name}#`];
    return store === 'decisions' && verb === 'PutItem' ? decisionKinds : undefined;
  };
  return {
    functionName: name,
    stores: entries(stores).map(([store, verb]) => ({ store, verb, prefixes: prefixes(store, verb) })),
    ...(secret === undefined ? {} : { secret }),
    calls,
    stream: stream !== undefined,
    // Step Functions has no gateway endpoint, and an interface endpoint costs more a month than all else that idles.
    isolated: secret === undefined && calls.length === 0,
  };
}

/** What a tool function may do: the sum of its one effect class (9.2), never of two. */
export function toolAccess(tool: ToolFunctionRow, all: readonly ToolFunctionRow[]): Access {
  const { ports, effects } = effectClasses[tool.effectClass];
  const granted = ports.map((port) => portGrant(toolStores.ports[port]));
  const secret = granted.find((port) => port.secret !== undefined)?.secret;
  const stores: readonly Stores[] = [
    toolStores.always,
    ...granted.map(({ stores }) => stores),
    ...effects.map((effect) => toolStores.effects[effect]),
  ];
  const prefixes = (store: Store, verb: Verb): Prefixes => {
    if (store !== 'ledger') return undefined;
    return verb === 'BatchGetItem' ? all.map(({ name }) => `${name}#`) : [`${tool.name}#`];
  };
  return {
    functionName: tool.name,
    stores: stores.flatMap(entries).map(([store, verb]) => ({ store, verb, prefixes: prefixes(store, verb) })),
    ...(secret === undefined ? {} : { secret }),
    calls: [],
    stream: false,
    isolated: !hasEgress(tool),
  };
}

/** A port's row holds stores, and where it leads outside a secret beside them. */
function portGrant({ secret, ...stores }: Stores & { readonly secret?: 'read' }): { stores: Stores; secret?: 'read' } {
  return secret === undefined ? { stores } : { stores, secret };
}

const entries = (stores: Stores): readonly (readonly [Store, Verb])[] =>
  Object.entries(stores).flatMap(([store, verbs]) => verbs.map((verb) => [store as Store, verb] as const));
