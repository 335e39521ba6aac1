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

/** Two worlds with the same names in them, and other values under them. */
export type Flavour = 'plain' | 'other';

export interface Artefact {
  readonly descriptor: Descriptor;
  readonly content: Artefacts[ArtefactKind];
}

/** Whose calls are prepared, and what they are prepared in. */
export interface Standing {
  readonly world: MemoryWorld;
  readonly system: System;
  readonly ports: Ports;
  readonly caller: Caller;
  readonly runId: string;
  readonly flavour: Flavour;
}

/** Arguments of valid calls: two with two answers, and where the pattern has exceptions one that is answered with one. */
export interface Asked {
  readonly first: object;
  readonly second: object;
  readonly exceptional?: object;
}

export interface Given {
  readonly settings?: unknown;
  /** As a tool author writes it, with `$ref: platform/<Name>`. */
  readonly signature: { readonly request: object; readonly response: object };
  readonly idempotency?: ToolVersion['idempotency']['key'];
  readonly artefacts: (flavour: Flavour) => readonly Artefact[];
  /** Tools that stand beside it in the release, for what its arguments cite. */
  readonly beside?: readonly ToolVersion[];
  /** Ports that no memory store is. */
  readonly ports?: (world: MemoryWorld, flavour: Flavour) => Partial<Ports> | Promise<Partial<Ports>>;
  /** What its calls read, stood once a world. */
  readonly seed?: (standing: Omit<Standing, 'caller' | 'runId'>) => Promise<unknown>;
  /** The calls of one caller in its run, and what that caller must have done before. */
  readonly stand: (standing: Standing) => Promise<Asked> | Asked;
  /** Markings of what its calls read, beyond those that its signature reaches. */
  readonly reads: readonly Marking[];
  /** Pointers to texts that nobody but the caller may be told: of the first arguments, and of their result. */
  readonly secrets: { readonly arguments: readonly string[]; readonly result: readonly string[] };
  /** Names of the receipt's pins beside the tool's own; a trailing `*` stands for an id. */
  readonly pins: readonly string[];
  /** Kinds of the exceptions of the exceptional call. */
  readonly exceptions?: readonly string[];
  /** What a port answers that is not of the tool's type, and how the call is refused then. */
  readonly untyped?: { readonly ports: (ports: Ports) => Partial<Ports>; readonly refused: string };
}

/** A changed engine: it has the product of the real one, and may do as it likes. */
export type Spoil = (product: Product<unknown, Effect>) => unknown;
export interface Around {
  readonly spoil?: Spoil;
  /** Called with its arguments just before the engine is entered, and what it answers just after the engine has ended. */
  readonly enters?: (args: unknown) => (() => void) | void;
}

/** A pattern as the contract suite sees it: one tool of it, and the world that the tool's calls need. */
export interface Specimen extends Given {
  readonly declaration: Declaration;
  toolOver(system: System, ports: Ports, around?: Around): Tool;
}

export const specimenOf = <
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  given: Given,
): Specimen => ({
  ...given,
  declaration: pattern,
  toolOver(system, ports, around = {}) {
    const execute: typeof pattern.execute = async (input) => {
      const leave = around.enters?.(input.args);
      try {
        const product = await pattern.execute(input);
        // The product of a broken engine has no type.
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

/** A name that stands in nobody's telemetry. */
export const secretName = 'Kanarya Yılmaz-7391';
