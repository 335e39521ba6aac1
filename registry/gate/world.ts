import type { SourceId } from '../../contract/rows/located-text.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import type { ModelAnswer, Ports, SorAnswer } from '../../contract/ports.ts';
import type { System } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';

/**
 * The ports of the gate. The gate has no exported objects, because it runs aggregations over the live objects
 * themselves.
 */
export type GatePorts = Omit<Ports, 'exports'>;

/**
 * The stores in which the gate runs a tool. The caller passes them in, because the registry must not import adapters.
 */
export interface GateWorld {
  readonly system: System;
  readonly ports: GatePorts;
  /** Sets the answer to reads of a path of an SoR. Any other path is answered with 404. */
  answer(sor: string, path: string, answer: SorAnswer): void;
  /** Stores a source and returns its id. */
  stand(source: GateSource): Promise<SourceId>;
  /** Stores a live object. The version of the object must be the one after the stored version. */
  standObject(object: OntologyObject): Promise<void>;
  /**
   * Sets the answers of the model to the next requests, in order. The last answer is also the answer to all later
   * requests.
   */
  modelSays(answers: readonly ModelAnswer[]): void;
  openRun(run: Run): Promise<void>;
  counts(): Counts;
}

/** A source of a case. In the state `received`, its text is not made yet. */
export interface GateSource {
  readonly mediaType: string;
  readonly markings: readonly Marking[];
  readonly bytes: Uint8Array;
  readonly state?: 'received';
}

/** Number of rows in the stores, and of reads from SoRs. */
export interface Counts {
  readonly actions: number;
  readonly tasks: number;
  readonly events: number;
  readonly reads: number;
}

export type GateWorldFactory = (options: {
  /** Path of the compiled release. */
  readonly release: string;
  readonly now: () => number;
  /** Path of the folder with the tenant's own files, from which corpora are built. */
  readonly tenantsDir: string;
  readonly tenant: string;
  /** Artefacts that the tools of the case may name. */
  readonly uses: readonly string[];
}) => Promise<GateWorld>;
