import type { SourceId } from '../../contract/rows/located-text.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import type { ModelAnswer, Ports, SorAnswer } from '../../contract/ports.ts';
import type { System } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';

/** No export stands in this process: an aggregation over one is gated over the objects themselves. */
export type GatePorts = Omit<Ports, 'exports'>;

/** Stores in this process, over a release: what a gate runs a tool in. Handed in: the registry knows no adapter. */
export interface GateWorld {
  readonly system: System;
  readonly ports: GatePorts;
  /** What a read of an SoR's path is answered with from now on; any other path is a 404. */
  answer(sor: string, path: string, answer: SorAnswer): void;
  /** Stands a source, and answers its id. */
  stand(source: GateSource): Promise<SourceId>;
  /** Stands a live object, over the version below it. */
  standObject(object: OntologyObject): Promise<void>;
  /** What the model says from now on, one request after the other; the last for all that follow. */
  modelSays(answers: readonly ModelAnswer[]): void;
  openRun(run: Run): Promise<void>;
  counts(): Counts;
}

/** A source of a case; `received` is one whose text is still being made. */
export interface GateSource {
  readonly mediaType: string;
  readonly markings: readonly Marking[];
  readonly bytes: Uint8Array;
  readonly state?: 'received';
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
