import type { Hash } from './canonical.ts';
import type { Marking } from './markings.ts';

/** What a tool may name in its `uses`, as loaded by the Library after the PDP has allowed the call. */
export interface Artefacts {
  RulePack: RulePack;
  RateTable: RateTable;
  ActionKind: ActionKind;
  Queue: Queue;
  Sor: Sor;
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

interface Named {
  /** Such as `rules.reserve`. */
  readonly id: string;
  readonly version: string;
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
  }[];
}

export interface RateTable extends Named {
  readonly source: string;
  /** ISO 8601 date the rates are of. */
  readonly asOf: string;
  readonly base: string;
  /** Currency to units of `base` for one unit of it, as a decimal string. */
  readonly rates: Readonly<Record<string, string>>;
}

export interface ActionKind extends Named {
  readonly title: string;
  /** Name of the SoR file, such as `sor.policy-admin`. */
  readonly targetSor: string;
  /** A mutation that the SoR file declares. */
  readonly mutation: string;
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
  /** A response header with the seconds that a replica lags behind, and how many are too many. */
  readonly replica?: { readonly lagHeader: string; readonly maxLagSeconds: number };
}
