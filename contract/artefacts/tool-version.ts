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

/** A tool version as compiled into a release: the registry record (docs/spec.md, 9.5), resolved. */
export interface ToolVersion {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly pattern: PatternName;
  /** The deployed function that serves it: the pattern or its variant. */
  readonly function: string;
  readonly effectClass: EffectClass;
  readonly ontologyPin: string;
  readonly scopes: readonly string[];
  /** The declared markings that its results may carry. */
  readonly markings: readonly Marking[];
  readonly purposes: readonly string[];
  readonly idempotency: { readonly key: 'derive(args)' | 'caller'; readonly ttlSeconds: number };
  readonly sla: { readonly p50Millis: number; readonly p99Millis: number };
  /** Artefacts that its arguments may name, as `name@version`. */
  readonly uses: readonly string[];
  /** Validated by the pattern's `settings`. */
  readonly settings: unknown;
  /** Digest of the compiled validators' chunk. */
  readonly signature: Hash;
  /** JSON Schema 2020-12 of both directions, self-contained; for the catalog. */
  readonly schema: { readonly request: unknown; readonly response: unknown };
  /** The join of the markings of all ontology types that the signature refers to. */
  readonly reaches: readonly Marking[];
  readonly evalPack: string;
  /** Only `logic-plane promote` writes it. `proved` means that the report's digests match what was compiled. */
  readonly release: { readonly state: ReleaseState; readonly proved: boolean };
}

/** Precompiled validators of one tool version. */
export interface Signature {
  readonly request: Validator;
  readonly response: Validator;
}

export interface Validator {
  (value: unknown): boolean;
  readonly errors?:
    | readonly {
        readonly instancePath: string;
        readonly schemaPath?: string;
        readonly message?: string;
        readonly keyword: string;
        readonly params?: Readonly<Record<string, unknown>>;
      }[]
    | null;
}
