import { effectClasses, type EffectClass } from '../contract/effects.ts';
import { toolStores } from '../contract/platform/functions.ts';
import type { ExportedColumn } from '../patterns/aggregation/exported/columns.ts';
import { patterns } from '../registry/patterns.ts';

export type GrantedRef = keyof typeof toolStores.refs;

/** A deployed tool function is (pattern, effect class, network); its name is the pattern's or that of its variant. */
export interface ToolFunctionRow {
  readonly name: string;
  readonly effectClass: EffectClass;
  /** Kinds of refs in its pattern's slots that add to what its class may touch. @default none */
  readonly refs?: readonly GrantedRef[];
  /** Models that its tools ask, where it holds the port. @default none */
  readonly models?: readonly ModelTarget[];
  /** Types whose exported objects its tools ask, where it holds the port. @default none */
  readonly exports?: readonly ExportedType[];
  /** ARNs of the tenant's own tables that its tools look up in. @default none */
  readonly tables?: readonly string[];
}

/** An ontology type, and the columns of its exported objects that a tool may read. */
export interface ExportedType {
  readonly type: string;
  readonly columns: readonly ExportedColumn[];
}

/** A foundation model of this region; with regions, an inference profile that sends to one of them. */
export interface ModelTarget {
  readonly model: string;
  readonly regions?: readonly string[];
}

/** The compiled release that every bundle of this deployment carries, and what of it becomes infrastructure. */
export interface BundledRelease {
  readonly id: string;
  /** Absolute. */
  readonly directory: string;
  readonly functions: readonly ToolFunctionRow[];
  readonly agents: readonly string[];
  readonly groups: readonly string[];
  /** Ids of SoRs with secrets, such as `sor.policy-admin`. */
  readonly sors: readonly string[];
}

/** One tenant at one stage in one account and region. */
export interface Deployment {
  readonly tenant: string;
  readonly stage: string;
  /** The local cloud: destroyable, humans without a second factor, the command line's own credentials. */
  readonly local: boolean;
  readonly environment: { readonly account: string; readonly region: string };
  /** Where models are asked instead of Amazon Bedrock; in the local cloud alone. @default the service's own endpoint */
  readonly modelEndpoint?: string;
  /** How long nothing of the audit log can be changed or deleted, and whether anybody can end that. @default governance, 10 years */
  readonly auditLock?: { readonly mode: 'governance' | 'compliance'; readonly years: number };
  readonly release: BundledRelease;
}

/** The stack of what can be made anew; that of the data has `-Data` behind it. */
export const planeStackName = ({ tenant, stage }: Pick<Deployment, 'tenant' | 'stage'>): string =>
  `LogicPlane-${tenant}-${stage}`;

/**
 * The functions that the tools of a release need, by name.
 *
 * @throws Error where one function would serve two effect classes: its role would be the union of both (9.2)
 */
export function toolFunctions(
  tools: readonly { readonly id: string; readonly function: string; readonly effectClass: EffectClass }[],
): readonly ToolFunctionRow[] {
  const rows = new Map<string, ToolFunctionRow>();
  for (const tool of tools) {
    const row = rows.get(tool.function) ?? rowOf(tool);
    if (row.effectClass !== tool.effectClass) {
      throw new Error(
        `${tool.id}: function ${row.name} has the effect class ${row.effectClass} and cannot have ${tool.effectClass} as well`,
      );
    }
    rows.set(row.name, row);
  }
  return [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function rowOf({ function: name, effectClass }: { function: string; effectClass: EffectClass }): ToolFunctionRow {
  const slots = patterns.filter((pattern) => pattern.function === name).flatMap(({ refs }) => Object.values(refs));
  const refs = grantedRefs.filter((kind) => slots.some((slot) => slot.kind === kind));
  return { name, effectClass, ...(refs.length === 0 ? {} : { refs }) };
}

const grantedRefs = Object.keys(toolStores.refs) as GrantedRef[];

export const hasEgress = (row: ToolFunctionRow): boolean => effectClasses[row.effectClass].egress === 'declared';
