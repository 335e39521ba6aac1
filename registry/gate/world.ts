import type { Ports, SorAnswer, System } from '../../contract/ports.ts';
import type { Run } from '../../contract/run.ts';

/** Stores in this process, over a release: what a gate runs a tool in. Handed in: the registry knows no adapter. */
export interface GateWorld {
  readonly system: System;
  readonly ports: Ports;
  /** What a read of an SoR's path is answered with from now on; any other path is a 404. */
  answer(sor: string, path: string, answer: SorAnswer): void;
  openRun(run: Run): Promise<void>;
  counts(): Counts;
}

/** What stands in the stores, and how often an SoR was read. */
export interface Counts {
  readonly actions: number;
  readonly tasks: number;
  readonly events: number;
  readonly reads: number;
}

export type GateWorldFactory = (options: {
  /** The folder of the compiled release. */
  readonly release: string;
  readonly now: () => number;
  /** Where the tenant's own files stand: what searches find is built from them. */
  readonly tenantsDir: string;
  readonly tenant: string;
  /** Artefacts that the case's tools may name. */
  readonly uses: readonly string[];
}) => Promise<GateWorld>;
