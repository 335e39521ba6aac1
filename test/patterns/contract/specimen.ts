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

/** Two worlds with the same names and different values. */
export type Flavour = 'plain' | 'other';

export interface Artefact {
  readonly descriptor: Descriptor;
  readonly content: Artefacts[ArtefactKind];
}

/** The caller whose calls are prepared, and the world they are prepared in. */
export interface Standing {
  readonly world: MemoryWorld;
  readonly system: System;
  readonly ports: Ports;
  readonly caller: Caller;
  readonly runId: string;
  readonly flavour: Flavour;
}

/**
 * Arguments of valid calls: two with different answers, and one that is answered with an exception, if the pattern has
 * any.
 */
export interface Asked {
  readonly first: object;
  readonly second: object;
  readonly exceptional?: object;
}

export interface Given {
  readonly settings?: unknown;
  /** In the form of a tool author, with `$ref: platform/<Name>`. */
  readonly signature: { readonly request: object; readonly response: object };
  readonly idempotency?: ToolVersion['idempotency']['key'];
  readonly artefacts: (flavour: Flavour) => readonly Artefact[];
  /** Other tools of the release, for what its arguments cite. */
  readonly beside?: readonly ToolVersion[];
  /** Ports that no memory store implements. */
  readonly ports?: (world: MemoryWorld, flavour: Flavour) => Partial<Ports> | Promise<Partial<Ports>>;
  /** Declared ports that its calls do not reach, and the test that reaches them. */
  readonly reachedElsewhere?: Readonly<Partial<Record<keyof Ports, string>>>;
  /** Data that its calls read, written once for each world. */
  readonly seed?: (standing: Omit<Standing, 'caller' | 'runId'>) => Promise<unknown>;
  /** Prepares one caller's calls in its run: everything that the caller must have done before. */
  readonly stand: (standing: Standing) => Promise<Asked> | Asked;
  /** Markings of the data that its calls read, beyond those of its signature. */
  readonly reads: readonly Marking[];
  /** Pointers to texts that only the caller may see: in the first arguments and in their result. */
  readonly secrets: { readonly arguments: readonly string[]; readonly result: readonly string[] };
  /** Names of the receipt's pins beside the tool's own. A trailing `*` matches an id. */
  readonly pins: readonly string[];
  /** Kinds of the exceptions of the exceptional call. */
  readonly exceptions?: readonly string[];
  /** Port answers that are not of the tool's type, and the code of the refusal. */
  readonly untyped?: { readonly ports: (ports: Ports) => Partial<Ports>; readonly refused: string };
}

/** A changed engine. It gets the real engine's product and may return anything. */
export type Spoil = (product: Product<unknown, Effect>) => unknown;
export interface Around {
  readonly spoil?: Spoil;
  /** Called with the arguments just before the engine runs. The function that it returns is called just after. */
  readonly enters?: (args: unknown) => (() => void) | void;
}

/** A pattern as the contract suite sees it: one tool, and the world that the tool's calls need. */
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

/** A name that must appear in no telemetry. */
export const secretName = 'Kanarya Yılmaz-7391';
