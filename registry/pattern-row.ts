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

/** The part of a pattern's declaration that the compiler and a replay read. */
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

/** A deployed function, with the tool that the gate runs for it in this process. */
export interface GatedFunction {
  readonly declaration: Declaration;
  readonly gated: (system: System, ports: GatePorts) => Tool;
}

/** The data of the ontology that the compiler adds to a tool, beyond its signature. */
export interface OntologyUse {
  /** Markings that the tool's answers may have, in addition to those in its signature. */
  readonly reaches?: readonly Marking[];
  /** Settings that the compiler writes and no author may write. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface PatternRow {
  /** One function for each combination of effect class, network and engine that the pattern allows. */
  readonly functions: readonly GatedFunction[];
  /** Checks one tool together with the other files of the tenant. */
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
 * Returns a pattern's function with the ports that its effect class allows.
 * @param served the pattern that the gate runs, if it is not the deployed one
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
