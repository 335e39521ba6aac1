import type { Tool } from '../../contract/call.ts';
import type { System } from '../../contract/system.ts';
import { gatedFunctions } from '../patterns.ts';
import type { GatePorts } from './world.ts';

/** Every deployed tool function by its name, in this process. Each holds only the ports of its class. */
export const gatedTools = (system: System, ports: GatePorts): Readonly<Record<string, Tool>> =>
  Object.fromEntries(gatedFunctions.map(({ declaration, gated }) => [declaration.function, gated(system, ports)]));
