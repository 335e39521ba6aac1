import { effectClasses, type EffectClass } from '../contract/effects.ts';

/** A deployed tool function is (pattern, effect class, network); its name is the pattern's or that of its variant. */
export interface ToolFunctionRow {
  readonly name: string;
  readonly effectClass: EffectClass;
}

/** The compiled release that every bundle of this deployment carries, and what of it becomes infrastructure. */
export interface BundledRelease {
  readonly id: string;
  /** Absolute. */
  readonly directory: string;
  readonly functions: readonly ToolFunctionRow[];
  readonly agents: readonly string[];
  readonly groups: readonly string[];
  /** SoR ids, such as `sor.policy-admin`. */
  readonly sors: readonly string[];
}

/** One tenant at one stage in one account and region. */
export interface Deployment {
  readonly tenant: string;
  readonly stage: string;
  /** The local cloud: destroyable, humans without a second factor, the command line's own credentials. */
  readonly local: boolean;
  readonly environment: { readonly account: string; readonly region: string };
  readonly release: BundledRelease;
}

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
    const row = rows.get(tool.function) ?? { name: tool.function, effectClass: tool.effectClass };
    if (row.effectClass !== tool.effectClass) {
      throw new Error(`${tool.id}: function ${row.name} is ${row.effectClass}, and cannot be ${tool.effectClass} too`);
    }
    rows.set(row.name, row);
  }
  return [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const hasEgress = (row: ToolFunctionRow): boolean => effectClasses[row.effectClass].egress === 'declared';
