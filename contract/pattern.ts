import type * as z from 'zod';
import type { ArtefactKind, Artefacts } from './artefacts/artefacts.ts';
import type { Action, SeenRecord } from './rows/action.ts';
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
 * The types of the targets that a reference may have, apart from artefacts: a dispatch of the same run, an Action of
 * the caller, or a source.
 */
export interface RefTargets {
  readonly Dispatch: DispatchRecord;
  readonly Action: { readonly action: Action; readonly task?: Task };
  readonly Source: SourceArtefact;
}
export type RefKind = ArtefactKind | keyof RefTargets;
type RefTarget<Kind extends RefKind> = Kind extends ArtefactKind
  ? Artefacts[Kind]
  : Kind extends keyof RefTargets
    ? RefTargets[Kind]
    : never;

/**
 * A slot for references: the kind of the targets, and the pointers at which the arguments name them (RFC 6901; `*`
 * matches each member).
 */
export interface RefSlot<Kind extends RefKind = RefKind> {
  readonly kind: Kind;
  readonly at: readonly string[];
  /** `uses`: the registry record names the artefact, not the arguments. @default 'arguments' */
  readonly from?: 'arguments' | 'uses';
  /** A value at these pointers that is not a reference, such as the name of the platform's own store. */
  readonly except?: string;
  /** The slot is read only if the arguments have the constant `is` at the pointer `at`. @default always */
  readonly when?: { readonly at: string; readonly is: string };
  /** `one`: always present. `optional`: may be absent. `many`: a list in the order of the pointers. */
  readonly count: 'one' | 'optional' | 'many';
}
export type RefSlots = Readonly<Record<string, RefSlot>>;
export type Loaded<Refs extends RefSlots> = {
  readonly [Slot in keyof Refs]: Refs[Slot]['count'] extends 'many'
    ? readonly RefTarget<Refs[Slot]['kind']>[]
    : Refs[Slot]['count'] extends 'optional'
      ? RefTarget<Refs[Slot]['kind']> | undefined
      : RefTarget<Refs[Slot]['kind']>;
};

/**
 * Data about the call. Only a pattern with a port or an effect gets it; no other pattern knows the id or the time of a
 * call.
 */
export interface CallFacts {
  readonly id: string;
  readonly eventId: EventId;
  /** The instant of the call in ISO 8601 (UTC). `atMillis` is the same instant in epoch milliseconds. */
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
type FactsFor<Class extends EffectClass, Port> = [Port] extends [never]
  ? [EffectKind<Class>] extends [never]
    ? undefined
    : CallFacts
  : CallFacts;

export interface Input<Class extends EffectClass, Args, Refs extends RefSlots, Port extends PortName<Class>, Settings> {
  readonly args: Args;
  readonly refs: Loaded<Refs>;
  readonly ports: Pick<Ports, Port>;
  readonly settings: Settings;
  readonly call: FactsFor<Class, Port>;
}

export interface Product<Result, Put> {
  readonly result: Result;
  readonly exceptions?: readonly Exception[];
  readonly effect?: Put;
  /** Markings of the result, in addition to those of the call. */
  readonly markings?: readonly Marking[];
  readonly decision?: { readonly actionId?: string; readonly taskId?: string; readonly basis?: EventId };
  /** The records that the call read or wants to change. The event of the call has the hashes of these records. */
  readonly targets?: readonly Pick<SeenRecord, 'sor' | 'resource' | 'ref'>[];
  /** Pins that are added to the receipt, such as the version that a source reported. */
  readonly pins?: Readonly<Record<string, string>>;
  /** Facts that are added to the spans of the call: names and hashes, never a value. */
  readonly facts?: PatternFacts;
}

/**
 * Says which results fit which requests. The constant at the pointer `at` in the arguments decides which constants the
 * result may have at the pointer `by`.
 */
export interface Answers {
  readonly at: string;
  readonly by: string;
  readonly of: Readonly<Record<string, readonly string[]>>;
}

/** A product whose effect is one that the class allows. */
type ProductOf<Result, Class extends EffectClass> = Product<Result, Extract<Effect, { put: EffectKind<Class> }>>;

/** The declaration of a pattern: the types of docs/spec.md, 9.3, and the engine behind them. */
export interface Pattern<
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
> {
  readonly name: PatternName;
  readonly effectClass: Class;
  /** The deployed function: the name of the pattern, or of its variant. */
  readonly function: string;
  readonly network: 'none' | 'declared';
  /**
   * This variant serves a record whose settings have this value in `engine`.
   * @default the variant serves records whose settings have no `engine`
   */
  readonly engine?: string;
  /** The schema of the arguments, from which their type is derived. The signature of every tool must refine it. */
  readonly request: z.ZodType<Args>;
  readonly response: z.ZodType<Result>;
  /** @default every request may get every answer */
  readonly answers?: Answers;
  /** The schema of the settings in the registry record. They are checked when the tenant is compiled. */
  readonly settings: z.ZodType<Settings>;
  readonly refs: Refs;
  readonly ports: readonly Port[];
  execute(
    input: Input<Class, Args, Refs, Port, Settings>,
  ): ProductOf<Result, Class> | Promise<ProductOf<Result, Class>>;
}

/** Declares a pattern. A port or an effect that the class does not have is a type error. */
export const pattern = <
  Class extends EffectClass,
  Args,
  Result,
  const Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  declaration: Pattern<Class, Args, Result, Refs, Port, Settings>,
): Pattern<Class, Args, Result, Refs, Port, Settings> => declaration;
