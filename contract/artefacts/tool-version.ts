import type { EffectClass } from '../effects.ts';
import type { Hash } from '../values/canonical.ts';
import type { Marking } from '../authority/markings.ts';

export const patternNames = [
  'extraction',
  'lookup',
  'validation',
  'classification',
  'composition',
  'action-staging',
  'approval-request',
  'aggregation',
  'conversion',
  'search',
] as const;
export type PatternName = (typeof patternNames)[number];

export type ReleaseState = 'draft' | 'candidate' | 'released' | 'deprecated' | 'retired';

/** A tool version as a release contains it: the registry record (docs/spec.md, 9.5) with its references resolved. */
export interface ToolVersion {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly pattern: PatternName;
  /** The deployed function that serves the tool: the pattern, or a variant of it. */
  readonly function: string;
  readonly effectClass: EffectClass;
  readonly ontologyPin: string;
  readonly scopes: readonly string[];
  /** The markings that the results of the tool may have. */
  readonly markings: readonly Marking[];
  readonly purposes: readonly string[];
  readonly idempotency: { readonly key: 'derive(args)' | 'caller'; readonly ttlSeconds: number };
  readonly sla: { readonly p50Millis: number; readonly p99Millis: number };
  /** The artefacts that the arguments of a call may name, each as `name@version`. */
  readonly uses: readonly string[];
  /** The tool's settings. The compiler has checked them against the schema `settings` of the tool's pattern. */
  readonly settings: unknown;
  /** The hash of `schema`. */
  readonly signature: Hash;
  /** The JSON Schemas (2020-12) of arguments and result, without outside references. The catalog shows them. */
  readonly schema: { readonly request: unknown; readonly response: unknown };
  /** The markings of all ontology types that the signature refers to, combined with `join`. */
  readonly reaches: readonly Marking[];
  readonly evalPack: string;
  /**
   * Written only by `logic-plane promote`. `proved` is true if the digests in the gate's report match the compiled
   * tool.
   */
  readonly release: { readonly state: ReleaseState; readonly proved: boolean };
}
