import type * as z from 'zod';
import type { PatternName } from '../contract/artefacts/tool-version.ts';
import type { Marking, MarkingScheme } from '../contract/authority/markings.ts';
import type { Tool } from '../contract/call.ts';
import type { EffectClass, PortName } from '../contract/effects.ts';
import type { Answers, Pattern, RefSlots } from '../contract/pattern.ts';
import type { System } from '../contract/system.ts';
import { tool } from '../contract/tool.ts';
import type { GatePorts } from './gate/world.ts';
import type { Shapes } from './signature/resolve.ts';
import type { TenantCheck, ToolCheck } from './tenant/cross-file/tenant-check.ts';
import type { ToolFile } from './tenant/schemas/tool-file.ts';

/** What the compiler, and a replay, read of a pattern's declaration. */
export interface Declaration {
  readonly name: PatternName;
  readonly effectClass: EffectClass;
  readonly function: string;
  readonly network: 'none' | 'declared';
  readonly engine?: string;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  readonly answers?: Answers;
  readonly settings: z.ZodType;
  readonly refs: RefSlots;
  readonly ports: readonly string[];
}

/** A deployed function, and the tool that the gate runs for it in this process. */
export interface GatedFunction {
  readonly declaration: Declaration;
  readonly gated: (system: System, ports: GatePorts) => Tool;
}

/** What the compiler takes of a tool from the ontology, beside what its signature says. */
export interface OntologyUse {
  /** Markings that the tool's answers may have, beside those of the types in its signature. */
  readonly reaches?: readonly Marking[];
  /** Settings that no author writes. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface PatternRow {
  /** One for each (effect class, network, engine) that the pattern allows. */
  readonly functions: readonly GatedFunction[];
  /** Checks one tool against the rest of the tenant. */
  readonly checkTool?: (context: ToolCheck) => void;
  /** Checks the artefacts of the pattern, and the tools that use them. */
  readonly checkArtefacts?: (context: TenantCheck) => void;
  readonly ontologyUse?: (
    file: ToolFile,
    request: unknown,
    ontology: { readonly shapes: Shapes; readonly scheme?: MarkingScheme },
  ) => OntologyUse;
}

/**
 * A pattern's function with the ports that its class allows.
 * @param served what the gate runs, if that is not the deployed engine
 */
export function gatedFunction<
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  declaration: Declaration,
  served: Pattern<Class, Args, Result, Refs, Port, Settings>,
  portsOf: (all: GatePorts) => Parameters<typeof tool<Class, Args, Result, Refs, Port, Settings>>[2],
): GatedFunction {
  return { declaration, gated: (system, all) => tool(served, system, portsOf(all)) };
}
