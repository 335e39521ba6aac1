import type { ReleaseNeeds } from '../contract/artefacts/release-needs.ts';
import { effectClasses, type EffectClass } from '../contract/effects.ts';
import { toolStores } from '../contract/platform/tool-stores.ts';
import type { ExportedColumn } from '../patterns/aggregation/exported/columns.ts';
import { patterns } from '../registry/patterns.ts';
import type { Subscriber } from '../registry/release/subscribers.ts';

export type GrantedRef = keyof typeof toolStores.refs;

/**
 * A deployed function for the tools of one pattern, or of one variant of a pattern, with one effect class. The function
 * has the name of the pattern or variant.
 */
export interface ToolFunctionRow {
  readonly name: string;
  readonly effectClass: EffectClass;
  /**
   * Kinds of refs in the arguments of the function's tools. Each of these kinds adds something that the function may
   * read, in addition to what its effect class allows.
   * @default none
   */
  readonly refs?: readonly GrantedRef[];
  /** Models that the function's tools ask. @default none */
  readonly models?: readonly ModelTarget[];
  /** Types whose exported objects the function's tools query. @default none */
  readonly exports?: readonly ExportedType[];
  /** ARNs of the tenant's own tables from which the function's tools look up records. @default none */
  readonly tables?: readonly string[];
}

/** An ontology type, with those columns of its exported objects that a tool may read. */
export interface ExportedType {
  readonly type: string;
  readonly columns: readonly ExportedColumn[];
}

/**
 * A foundation model in this region. With `regions`, it is an inference profile that uses the model in one of these
 * regions.
 */
export interface ModelTarget {
  readonly model: string;
  readonly regions?: readonly string[];
}

/** The compiled release of this deployment, and those parts of the release that become infrastructure. */
export interface BundledRelease {
  readonly id: string;
  /** Absolute path of the release's folder. */
  readonly directory: string;
  /** Absolute path of the file with the whole release (`ReleasePackage`). */
  readonly packageFile: string;
  readonly needs: ReleaseNeeds;
  /** The functions that the tools of the release use, and all other functions without egress. */
  readonly functions: readonly ToolFunctionRow[];
  readonly agents: readonly string[];
  readonly groups: readonly string[];
  /** True if Amazon Textract reads the PDFs whose pages have no text. */
  readonly textract: boolean;
  /** Ids of the SoRs that have secrets, such as `sor.policy-admin`. */
  readonly sors: readonly string[];
  /** The addresses and SQS queues that are told about Tasks. */
  readonly subscribers: readonly Subscriber[];
}

/** One tenant at one stage in one account and region. */
export interface Deployment {
  readonly tenant: string;
  readonly stage: string;
  /**
   * True in the local cloud: its resources can be destroyed, humans need no second factor, and the CDK deploys with the
   * credentials of the command line.
   */
  readonly local: boolean;
  readonly environment: { readonly account: string; readonly region: string };
  /** Address of a server that replaces Amazon Bedrock; only in the local cloud. @default the service's own endpoint */
  readonly modelEndpoint?: string;
  /**
   * How many years nothing in the audit log can be changed or deleted. A permission can end governance early; nobody
   * can end compliance. A disposable stage has no lock.
   */
  readonly auditLock: 'none' | { readonly mode: 'governance' | 'compliance'; readonly years: number };
  /** The URL and the public key of the party that cosigns the checkpoints of the audit log. @default none */
  readonly witness?: { readonly url: string; readonly key: string };
  /** `always` puts the release in force even if another one was published since the last deploy. @default not then */
  readonly moveHead?: 'always';
  readonly release: BundledRelease;
}

/**
 * Returns the name of the stack with functions, API and state machines. The stack with the data has `-Data` after it.
 */
export const planeStackName = ({ tenant, stage }: Pick<Deployment, 'tenant' | 'stage'>): string =>
  `LogicPlane-${tenant}-${stage}`;

/**
 * Returns all functions without egress, also if no tool uses them. A release that is published later may use them
 * without a deploy, and they cost nothing while they are idle.
 */
export const functionsWithoutEgress = (): readonly ToolFunctionRow[] =>
  patterns.map((pattern) => rowOf(pattern)).filter((row) => !hasEgress(row));

/**
 * Returns the functions that the tools of a release use, sorted by name.
 * @throws Error if a function would serve two effect classes, because its role would have the rights of both (spec 9.2)
 */
export function toolFunctions(
  tools: readonly { readonly id: string; readonly function: string; readonly effectClass: EffectClass }[],
): readonly ToolFunctionRow[] {
  const rows = new Map<string, ToolFunctionRow>();
  for (const tool of tools) {
    const row = rows.get(tool.function) ?? rowOf(tool);
    if (row.effectClass !== tool.effectClass) {
      throw new Error(
        `${tool.id}: function ${row.name} already serves tools of the effect class ${row.effectClass} and cannot also serve ${tool.effectClass}`,
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
