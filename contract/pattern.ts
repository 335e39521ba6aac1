import type * as z from 'zod';
import type { ArtefactKind, Artefacts } from './artefacts/artefacts.ts';
import type { Action } from './rows/action.ts';
import type { EventId } from './audit.ts';
import type { Hash } from './values/canonical.ts';
import type { EffectClass, EffectKind, PortName } from './effects.ts';
import type { Exception } from './failures.ts';
import type { Principal } from './authority/identity.ts';
import type { SourceArtefact } from './rows/located-text.ts';
import type { Marking } from './authority/markings.ts';
import type { DispatchRecord, Effect, PatternFacts } from './system.ts';
import type { Ports } from './ports.ts';
import type { PatternName, ToolVersion } from './artefacts/tool-version.ts';
import type { Run } from './rows/run.ts';
import type { Task } from './rows/task.ts';

/**
 * What an argument may refer to: an artefact of the release, a dispatch of the same run, an Action of the caller, or a
 * source.
 */
export interface RefTargets {
  readonly Dispatch: DispatchRecord;
  readonly Action: { readonly action: Action; readonly task?: Task };
  readonly Source: SourceArtefact;
}
export type RefKind = ArtefactKind | keyof RefTargets;
type RefTarget<K extends RefKind> = K extends ArtefactKind
  ? Artefacts[K]
  : K extends keyof RefTargets
    ? RefTargets[K]
    : never;

/** A slot: the kind of thing, and where the arguments name it (RFC 6901; `*` matches each member). */
export interface RefSlot<K extends RefKind = RefKind> {
  readonly kind: K;
  readonly at: readonly string[];
  /** `uses`: the tool's record names the artefact, and no argument does. @default 'arguments' */
  readonly from?: 'arguments' | 'uses';
  /** A value that names no artefact: the platform's own store. */
  readonly except?: string;
  /** The slot is looked at only where the arguments have this constant there. @default always */
  readonly when?: { readonly at: string; readonly is: string };
  /** `one` is always present, `optional` may be absent, `many` are in the order of the pointers. */
  readonly count: 'one' | 'optional' | 'many';
}
export type RefSlots = Readonly<Record<string, RefSlot>>;
export type Loaded<Refs extends RefSlots> = {
  readonly [S in keyof Refs]: Refs[S]['count'] extends 'many'
    ? readonly RefTarget<Refs[S]['kind']>[]
    : Refs[S]['count'] extends 'optional'
      ? RefTarget<Refs[S]['kind']> | undefined
      : RefTarget<Refs[S]['kind']>;
};

/** Data about the call, only for patterns that have a port or an effect. All others know neither id nor time. */
export interface CallFacts {
  readonly id: string;
  readonly eventId: EventId;
  /** ISO 8601, UTC, and the same instant in epoch milliseconds. */
  readonly at: string;
  readonly atMillis: number;
  readonly deadlineAt: number;
  readonly principal: Principal;
  readonly run: Run | undefined;
  readonly purpose: string;
  readonly release: string;
  readonly tool: Pick<ToolVersion, 'id' | 'version'>;
  readonly keySpace: Hash | undefined;
  readonly key: string | undefined;
  readonly policies: readonly string[];
  readonly pins: Readonly<Record<string, string>>;
  readonly markings: readonly Marking[];
}
type FactsFor<C extends EffectClass, P> = [P] extends [never]
  ? [EffectKind<C>] extends [never]
    ? undefined
    : CallFacts
  : CallFacts;

export interface Input<C extends EffectClass, A, Refs extends RefSlots, P extends PortName<C>, S> {
  readonly args: A;
  readonly refs: Loaded<Refs>;
  readonly ports: Pick<Ports, P>;
  readonly settings: S;
  readonly call: FactsFor<C, P>;
}

export interface Product<R, E> {
  readonly result: R;
  readonly exceptions?: readonly Exception[];
  readonly effect?: E;
  /** Markings beyond those of the call. */
  readonly markings?: readonly Marking[];
  readonly decision?: { readonly actionId?: string; readonly taskId?: string; readonly basis?: EventId };
  /** Added to the receipt's pins: the version that a source reported. */
  readonly pins?: Readonly<Record<string, string>>;
  /** Added to the call's spans: names and hashes, never a value. */
  readonly facts?: PatternFacts;
}

/**
 * The constant at `at` in the arguments decides which constants the result can have at `by`. Both are RFC 6901
 * pointers.
 */
export interface Answers {
  readonly at: string;
  readonly by: string;
  readonly of: Readonly<Record<string, readonly string[]>>;
}

/** A pattern's declaration: the types of docs/spec.md, 9.3, and the engine behind them. */
export interface Pattern<C extends EffectClass, A, R, Refs extends RefSlots, P extends PortName<C>, S> {
  readonly name: PatternName;
  readonly effectClass: C;
  /** The deployed function: the pattern, or its variant. */
  readonly function: string;
  readonly network: 'none' | 'declared';
  /** A record whose settings have this `engine` is served by this variant. @default the settings have no `engine` */
  readonly engine?: string;
  /** One home for the type and for the schema that a tool's signature must refine. */
  readonly request: z.ZodType<A>;
  readonly response: z.ZodType<R>;
  /** @default every request can have every answer */
  readonly answers?: Answers;
  /** The pattern's own block of the record, checked when the tenant is compiled. */
  readonly settings: z.ZodType<S>;
  readonly refs: Refs;
  readonly ports: readonly P[];
  execute(
    input: Input<C, A, Refs, P, S>,
  ): Product<R, Extract<Effect, { put: EffectKind<C> }>> | Promise<Product<R, Extract<Effect, { put: EffectKind<C> }>>>;
}

/** Declares a pattern. A port or an effect that its class does not have is a type error. */
export const pattern = <C extends EffectClass, A, R, const Refs extends RefSlots, P extends PortName<C>, S>(
  declaration: Pattern<C, A, R, Refs, P, S>,
): Pattern<C, A, R, Refs, P, S> => declaration;
