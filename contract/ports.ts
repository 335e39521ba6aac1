import type { Action } from './rows/action.ts';
import type { Sor } from './artefacts/sor.ts';
import type { EventId } from './audit.ts';
import type { Corpora } from './artefacts/corpus.ts';
import type { Exports } from './rows/exports.ts';
import type { Objects } from './rows/objects.ts';
import type { DispatchRecord } from './system.ts';
import type { Task } from './rows/task.ts';

/** The read ports. The effect class decides which of them a pattern may have. */
export interface Ports {
  readonly model: Model;
  readonly corpora: Corpora;
  readonly connectors: Connectors;
  readonly dispatches: Dispatches;
  readonly actions: Actions;
  readonly objects: Objects;
  readonly exports: Exports;
}

/**
 * A language model that is asked to point at passages of a text. Its answer is treated as data, and never followed as
 * an instruction.
 */
export interface Model {
  /**
   * Asks for one answer. The model must answer by calling the tool. A bad answer of the model never makes this method
   * throw.
   * @param deadlineAt epoch milliseconds
   */
  ask(request: ModelRequest, deadlineAt: number): Promise<ModelAnswer>;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  /** The parts of the one message that is sent to the model, in order. */
  readonly message: readonly string[];
  /** The tool that the model must call. `schema` is the JSON Schema of its input. */
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
      /** The input that the model gave to the tool. It is not checked. Undefined if the model did not call the tool. */
      readonly input: unknown;
      /** False if the answer was cut off. */
      readonly complete: boolean;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  /** The model was throttled, unreachable or too slow, or its answer was malformed. A later retry may succeed. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Reads systems of record. Each adapter serves one engine. */
export interface Connectors<Served extends Sor = Sor> {
  /**
   * Sends a conditional GET for a declared resource, with the read secret of the SoR. A bad answer of the SoR never
   * makes this method throw.
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
   * There is no answer that can be trusted: the SoR was unreachable or too slow, the answer was too large or a
   * redirect, or the address is not allowed. If a retry cannot help, `lasting` says what must be changed first; it
   * contains no value of the source.
   */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly lasting?: string };

export interface Dispatches {
  /**
   * Returns the records of the events in the order of the ids, from one consistent batch read. The list contains
   * undefined for an id that has no record.
   */
  read(events: readonly EventId[]): Promise<readonly (DispatchRecord | undefined)[]>;
  /**
   * Returns the record with its result, which may have to be read from the content store.
   * @throws Failure `dependency.unavailable`, `replay.diverged`
   */
  whole(record: DispatchRecord): Promise<DispatchRecord>;
}

export interface Actions {
  /** Returns the Action and the Task of its present round, from one consistent read. */
  subject(actionId: string): Promise<{ action: Action; task?: Task } | undefined>;
  /** Returns a Task whose subject is a validation or classification by an agent, not an Action. */
  task(id: string): Promise<Task | undefined>;
}
