import type { Named } from './artefact-name.ts';
import type { Hash } from '../values/canonical.ts';
import type { Extractor } from './extractor.ts';
import type { CorpusLocale } from './corpus.ts';
import type { Marking } from '../authority/markings.ts';

/** What a tool may name in its `uses`, as loaded by the Library after the PDP has allowed the call. */
export interface Artefacts {
  RulePack: RulePack;
  RateTable: RateTable;
  Calendar: Calendar;
  ActionKind: ActionKind;
  Queue: Queue;
  Sor: Sor;
  ClassificationSchema: ClassificationSchema;
  Template: Template;
  Corpus: Corpus;
  Extractor: Extractor;
}
export type ArtefactKind = keyof Artefacts;

/** Names an artefact by content, before it is loaded. */
export interface Descriptor<K extends ArtefactKind = ArtefactKind> {
  readonly kind: K;
  readonly name: string;
  readonly version: string;
  readonly digest: Hash;
  readonly markings: readonly Marking[];
}

export interface RulePack extends Named {
  readonly title: string;
  readonly rules: readonly {
    readonly id: string;
    readonly title: string;
    /** CEL over `candidate`; true is a pass. Linear time, bounded when compiled. */
    readonly expression: string;
    readonly onFail: 'warn' | 'block';
    /** RFC 6901 pointers into the candidate that the trace shows. */
    readonly reads: readonly string[];
    /** Rules that must have passed before this one is asked. @default none */
    readonly requires?: readonly string[];
  }[];
}

export interface RateTable extends Named {
  readonly source: string;
  /** ISO 8601 date the rates are of. */
  readonly asOf: string;
  readonly base: string;
  /** Currency to its rate on `asOf`, as a decimal string. */
  readonly rates: Readonly<Record<string, string>>;
  /** What a rate is: units of `base` for one of the currency, or the other way round. @default 'base-per-unit' */
  readonly quotes?: 'base-per-unit' | 'units-per-base';
  /** Rates of other days, by ISO 8601 date. */
  readonly history?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The published file that the table was imported from. */
  readonly provenance?: { readonly file: string; readonly sha256: Hash };
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Business days by decree, for the days that it knows and no others. Dates are ISO 8601, both ends are in the range. */
export interface Calendar extends Named {
  readonly title: string;
  /** The law or notice that the days are taken from. */
  readonly source: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly weekend: readonly Weekday[];
  /** Date to the name of the holiday; of half-days the afternoon is free. */
  readonly holidays: Readonly<Record<string, string>>;
  readonly halfDays: Readonly<Record<string, string>>;
}

export interface ActionKind extends Named {
  readonly title: string;
  /** Name of the SoR file, such as `sor.policy-admin`; or `objects`, the live objects of the platform itself. */
  readonly targetSor: string;
  /** A mutation that the SoR file declares; of `objects` one of `objectMutations`. */
  readonly mutation: string;
  /** Of the target `objects`: what a Draft becomes. */
  readonly object?: {
    /** The ontology type. */
    readonly type: string;
    /** Its property that names an object, as the type declares it. */
    readonly key: string;
    /** RFC 6901 into the payload: the composition's result, whose `content` becomes the object. */
    readonly draft: string;
  };
  /** The lookups that an Action of this kind may rest on. */
  readonly basis: { readonly tools: readonly string[]; readonly maxAgeSeconds: number };
  /**
   * Validations that an Action of this kind must cite, which of their verdicts will do, and which members of the validated
   * candidate must equal which of the payload or of the looked-up object: a pass for another amount is no pass.
   */
  readonly validations?: readonly {
    readonly tool: string;
    readonly accepts: readonly ('pass' | 'warn')[];
    readonly binds: readonly (
      | { readonly candidate: string; readonly payload: string }
      | { readonly candidate: string; readonly object: string }
    )[];
  }[];
  /** Members of the payload that approvers see beside the old ones: payload pointer to pointer into the looked-up object. */
  readonly shows: readonly { readonly label: string; readonly payload: string; readonly object: string }[];
  readonly approval: { readonly queues: readonly string[]; readonly quorum: number };
  readonly stagedForSeconds: number;
  readonly compensation: 'none' | { readonly kind: string };
}

export interface Queue extends Named {
  readonly title: string;
  /** Groups of the user pool whose members decide. */
  readonly groups: readonly string[];
  readonly slaSeconds: number;
}

/** A system of record, and how strong its promises are (`dedupesForSeconds`, `settlesWithinMillis`). */
export interface Sor extends Named {
  /** `https://host[:port]`; http on loopback only, for the local cloud. */
  readonly origin: string;
  readonly network: 'public' | 'private' | 'loopback';
  readonly cidrs: readonly string[];
  readonly timeoutMillis: number;
  readonly settlesWithinMillis?: number;
  readonly dedupesForSeconds?: number;
  /** Resource name to where it is read; `{id}` is the identifier. */
  readonly resources: Readonly<Record<string, { readonly path: string }>>;
  readonly mutations: Readonly<
    Record<string, { readonly method: 'PUT' | 'POST' | 'PATCH'; readonly path: string; readonly resource: string }>
  >;
  /** Where a change is found again by our reference: `{ref}`. */
  readonly changes?: { readonly path: string };
  /**
   * A DynamoDB table of the tenant's in place of an HTTP system, read by its one string key: `origin` is then the service's,
   * the one resource's path is the key, there are no mutations and no secrets.
   */
  readonly table?: {
    readonly arn: string;
    readonly key: string;
    /** Attribute with the item's version; without it the source has none. */
    readonly version?: string;
  };
  /** A response header with the seconds that a replica lags behind, and how many are too many. */
  readonly replica?: { readonly lagHeader: string; readonly maxLagSeconds: number };
}

/** A half-line or an interval; each edge says whether it belongs. Texts in the notation of the dimension's kind. */
export interface Interval {
  readonly atLeast?: string;
  readonly above?: string;
  readonly below?: string;
  readonly atMost?: string;
}

/** What a classification reads of its subject; `at` and its like are RFC 6901 pointers into the subject. */
export type Dimension = {
  readonly name: string;
  readonly at: string;
  /** Where the subject carries the EvidenceSpans of this member, and how sure its author was of it, 0 to 1. */
  readonly evidenceAt?: string;
  readonly confidenceAt?: string;
} & (
  | { readonly kind: 'money'; /** ISO 4217. */ readonly unit: string; readonly domain?: Interval }
  | {
      readonly kind: 'decimal' | 'integer';
      readonly unit: string;
      /** Where the subject says the unit; without it the type says it. */
      readonly unitAt?: string;
      readonly domain?: Interval;
    }
  | { readonly kind: 'date' | 'duration'; readonly domain?: Interval }
  | { readonly kind: 'category'; readonly values: readonly string[] }
  | { readonly kind: 'boolean' }
);

/** Bands over a typed subject: of the rules exactly one holds for each point of the dimensions' domains, as proved. */
export interface ClassificationSchema extends Named {
  readonly title: string;
  readonly bands: readonly string[];
  readonly dimensions: readonly Dimension[];
  readonly rules: readonly {
    readonly id: string;
    readonly band: string;
    /** Dimension to an interval, or to the values that it may have; one that is not named may be anything. */
    readonly when: Readonly<Record<string, Interval | readonly (string | boolean)[]>>;
  }[];
}

/** How typed parts become a Draft: a JSON tree whose objects with `$` members are computed. */
export interface Template extends Named {
  readonly title: string;
  /** The ontology type of what it drafts. */
  readonly draftType: string;
  readonly body: unknown;
}

/** What may be searched, and under which markings. What stands in it is published as snapshots, apart from releases. */
export interface Corpus extends Named {
  readonly title: string;
  readonly locale: CorpusLocale;
}
