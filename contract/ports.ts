import type { Action } from './rows/action.ts';
import type { Sor } from './artefacts/sor.ts';
import type { EventId } from './audit.ts';
import type { Corpora } from './artefacts/corpus.ts';
import type { Exports } from './rows/exports.ts';
import type { Objects } from './rows/objects.ts';
import type { DispatchRecord } from './system.ts';
import type { Task } from './rows/task.ts';

/** Read ports. The effect class decides which of them a pattern may have. */
export interface Ports {
  readonly model: Model;
  readonly corpora: Corpora;
  readonly connectors: Connectors;
  readonly dispatches: Dispatches;
  readonly actions: Actions;
  readonly objects: Objects;
  readonly exports: Exports;
}

/** A model that is asked for passages of a text. Its answer is data, and is never followed as an instruction. */
export interface Model {
  /**
   * Asks for one answer, in which the model must call the tool. It never throws because of the model's answer.
   * @param deadlineAt epoch milliseconds
   */
  ask(request: ModelRequest, deadlineAt: number): Promise<ModelAnswer>;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  /** The parts of the one message, in order. */
  readonly message: readonly string[];
  /** JSON Schema of the input that the model gives to the tool. */
  readonly tool: {
    readonly name: string;
    readonly description: string;
    readonly schema: Readonly<Record<string, unknown>>;
  };
  readonly parameters: { readonly maxTokens: number; readonly temperature: number };
}

export type ModelAnswer =
  | {
      readonly kind: 'answer';
      /** The input that the model gave to the tool, unchecked. Undefined if the model called no tool. */
      readonly input: unknown;
      /** False if the answer was cut off. */
      readonly complete: boolean;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  /** Throttled, not reachable, too slow, or a malformed answer. Ask again later. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Reads of systems of record; an adapter serves one engine. */
export interface Connectors<Served extends Sor = Sor> {
  /**
   * A conditional GET of a declared resource with the SoR's read secret. It never throws because of the SoR's answer.
   */
  read(sor: Served, request: { path: string; ifNoneMatch?: string; deadlineAt: number }): Promise<SorAnswer>;
}

export type SorAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly etag?: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /**
   * No trustworthy answer: not reachable, too slow, too large, a redirect, or a refused address. If asking again cannot
   * help, `lasting` says what must be changed first, without a value of the source.
   */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly lasting?: string };

export interface Dispatches {
  /**
   * The records of the events, in the order of the ids, in one consistent batch read. Undefined for an id that has no
   * record.
   */
  read(events: readonly EventId[]): Promise<readonly (DispatchRecord | undefined)[]>;
  /**
   * The record with its result, read from the content store if it is there.
   * @throws Failure `dependency.unavailable`, `replay.diverged`
   */
  whole(record: DispatchRecord): Promise<DispatchRecord>;
}

export interface Actions {
  /** The Action and the Task of its round, in one consistent read. */
  subject(actionId: string): Promise<{ action: Action; task?: Task } | undefined>;
  /** A Task whose subject is no Action. */
  task(id: string): Promise<Task | undefined>;
}
