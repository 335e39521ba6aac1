import type { Action } from './rows/action.ts';
import type { Sor } from './artefacts/sor.ts';
import type { EventId } from './audit.ts';
import type { Corpora } from './artefacts/corpus.ts';
import type { Exports } from './rows/exports.ts';
import type { Objects } from './rows/objects.ts';
import type { DispatchRecord } from './system.ts';
import type { Task } from './rows/task.ts';

/** Read ports: all that a pattern may hold, by its effect class. */
export interface Ports {
  readonly model: Model;
  readonly corpora: Corpora;
  readonly connectors: Connectors;
  readonly dispatches: Dispatches;
  readonly actions: Actions;
  readonly objects: Objects;
  readonly exports: Exports;
}

/** A model that is asked for passages of a text. What it answers is data, and nobody's instruction. */
export interface Model {
  /** One answer, which must call the tool. Never throws for what a model may answer. @param deadlineAt epoch milliseconds */
  ask(request: ModelRequest, deadlineAt: number): Promise<ModelAnswer>;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  /** The parts of the one message, in their order. */
  readonly message: readonly string[];
  /** JSON Schema of what the model hands to the tool. */
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
      /** What the model handed to the tool, unchecked; undefined where it called none. */
      readonly input: unknown;
      /** False where it was cut off. */
      readonly complete: boolean;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  /** Throttled, away, too slow, or an answer that is none of its wire: to be asked again. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Reads of systems of record; an adapter serves one engine. */
export interface Connectors<Served extends Sor = Sor> {
  /** A conditional GET of a declared resource with the SoR's read secret. Never throws for what an SoR may answer. */
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
   * No answer to be trusted: away, too slow, too large, a redirect, an address that is refused. `lasting` says what must be
   * mended first, in words and without a value of the source, where asking again changes nothing.
   */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly lasting?: string };

export interface Dispatches {
  /** The records that the events name, in their order; one batch read, consistent. An event that is no record's is undefined. */
  read(events: readonly EventId[]): Promise<readonly (DispatchRecord | undefined)[]>;
  /** The record with its result, where that stands aside. @throws Failure `dependency.unavailable`, `replay.diverged` */
  whole(record: DispatchRecord): Promise<DispatchRecord>;
}

export interface Actions {
  /** The Action and the Task of its round, in one consistent read. */
  subject(actionId: string): Promise<{ action: Action; task?: Task } | undefined>;
  /** A Task whose subject is no Action. */
  task(id: string): Promise<Task | undefined>;
}
