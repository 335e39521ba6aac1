import type { ArtefactKind, Artefacts, Descriptor } from '../../../contract/artefacts/artefacts.ts';
import type { Tool } from '../../../contract/call.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import type { EffectClass, PortName } from '../../../contract/effects.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Marking } from '../../../contract/authority/markings.ts';
import type { Pattern, Product, RefSlots } from '../../../contract/pattern.ts';
import type { Effect, System } from '../../../contract/system.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { ToolVersion } from '../../../contract/artefacts/tool-version.ts';
import { tool } from '../../../contract/tool.ts';
import type { MemoryWorld } from '../../../adapters/memory/world.ts';
import type { Declaration } from '../../../registry/pattern-row.ts';

/** The two variants of a world. They have the same names and different values. */
export type Flavour = 'plain' | 'other';

export interface Artefact {
  readonly descriptor: Descriptor;
  readonly content: Artefacts[ArtefactKind];
}

/** A caller, its run, and the world in which its calls are prepared. */
export interface Scene {
  readonly world: MemoryWorld;
  readonly system: System;
  readonly ports: Ports;
  readonly caller: Caller;
  readonly runId: string;
  readonly flavour: Flavour;
}

/**
 * Arguments of valid calls: two with different answers, and one whose answer has an exception if the pattern has
 * exceptions.
 */
export interface Asked {
  readonly first: object;
  readonly second: object;
  readonly exceptional?: object;
}

export interface Given {
  readonly settings?: unknown;
  /** The signature as a tool author writes it, with `$ref: platform/<Name>`. */
  readonly signature: { readonly request: object; readonly response: object };
  readonly idempotency?: ToolVersion['idempotency']['key'];
  readonly artefacts: (flavour: Flavour) => readonly Artefact[];
  /** Other tool versions of the release, which made the events that the arguments cite. */
  readonly beside?: readonly ToolVersion[];
  /** Implementations of the ports that the memory stores do not implement. */
  readonly ports?: (world: MemoryWorld, flavour: Flavour) => Partial<Ports> | Promise<Partial<Ports>>;
  /** Declared ports that the calls do not reach, each with the test that reaches it. */
  readonly reachedElsewhere?: Readonly<Partial<Record<keyof Ports, string>>>;
  /** Writes the data that the calls read, once for each world. */
  readonly seed?: (scene: Omit<Scene, 'caller' | 'runId'>) => Promise<unknown>;
  /** Does everything that a caller must do before its calls, and returns the arguments of the calls. */
  readonly prepare: (scene: Scene) => Promise<Asked> | Asked;
  /** Markings of the data that the calls read, in addition to those of the signature. */
  readonly reads: readonly Marking[];
  /** Pointers to texts that only the caller may see, in the first arguments and in their result. */
  readonly secrets: { readonly arguments: readonly string[]; readonly result: readonly string[] };
  /** Names of the receipt's pins, except the pin of the tool itself. A trailing `*` matches any id. */
  readonly pins: readonly string[];
  /** Kinds of the exceptions in the answer to the exceptional call. */
  readonly exceptions?: readonly string[];
  /** Ports whose answers violate their type, and the code with which the call then fails. */
  readonly untyped?: { readonly ports: (ports: Ports) => Partial<Ports>; readonly refused: string };
}

/** Changes what the engine returned. The changed value may have any type. */
export type Spoil = (product: Product<unknown, Effect>) => unknown;
export interface Around {
  readonly spoil?: Spoil;
  /**
   * Called with the arguments just before the engine runs. The function that it returns is called just after the
   * engine.
   */
  readonly enters?: (args: unknown) => (() => void) | void;
}

/** One tool of a pattern, and the world that its calls need. The contract suite runs over all samples. */
export interface Sample extends Given {
  readonly declaration: Declaration;
  toolOver(system: System, ports: Ports, around?: Around): Tool;
}

export const sampleOf = <
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  given: Given,
): Sample => ({
  ...given,
  declaration: pattern,
  toolOver(system, ports, around = {}) {
    const execute: typeof pattern.execute = async (input) => {
      const leave = around.enters?.(input.args);
      try {
        const product = await pattern.execute(input);
        // The changed product may have any type.
        return around.spoil ? (around.spoil(product) as typeof product) : product;
      } finally {
        leave?.();
      }
    };
    return tool({ ...pattern, execute }, system, ports);
  },
});

export const artefactOf = <K extends ArtefactKind>(
  kind: K,
  content: Artefacts[K],
  markings: readonly Marking[] = [],
): Artefact => ({
  descriptor: { kind, name: content.id, version: content.version, digest: hashOf(content), markings },
  content,
});

export const closed = (properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** A name that telemetry must never contain. */
export const secretName = 'Kanarya Yılmaz-7391';
