import type { ArtefactKind, Artefacts } from '../../../contract/artefacts/artefacts.ts';
import { dottedName, markings, version } from './parts.ts';

/** What an artefact's file says: the artefact, its markings, and what only the compiler needs. */
export interface ArtefactFile<K extends ArtefactKind> {
  readonly artefact: Artefacts[K];
  readonly markings: readonly string[];
  /** Of an action kind: the ontology type of its payload. */
  readonly payload?: string;
  /** Of a classification schema: the ontology type of its subject; of a template: that of its parts. */
  readonly takes?: string;
  /** Of a corpus: where its sources stand, below the tenant's folder. */
  readonly sources?: string;
}

/** What every artefact's file begins with. */
export const named = { id: dottedName, version, markings: markings.default([]) };
