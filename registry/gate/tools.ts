import type { Tool } from '../../contract/call.ts';
import type { System } from '../../contract/system.ts';
import { gatedFunctions } from '../patterns.ts';
import type { GatePorts } from './world.ts';

/**
 * Returns every tool function by name, for calls in this process. Each function gets only the ports of its effect
 * class.
 */
export const gatedTools = (system: System, ports: GatePorts): Readonly<Record<string, Tool>> =>
  Object.fromEntries(gatedFunctions.map(({ declaration, gated }) => [declaration.function, gated(system, ports)]));
