import type { Marking } from '../authority/markings.ts';
import type { Hash } from '../values/canonical.ts';
import type { ActionKind } from './action-kind.ts';
import type { Calendar } from './calendar.ts';
import type { ClassificationSchema } from './classification-schema.ts';
import type { Corpus } from './corpus.ts';
import type { Extractor } from './extractor.ts';
import type { Queue } from './queue.ts';
import type { RateTable } from './rate-table.ts';
import type { RulePack } from './rule-pack.ts';
import type { Sor } from './sor.ts';
import type { Template } from './template.ts';

/**
 * The content of each kind of artefact that a tool may name in its `uses`. The Library loads an artefact after the PDP
 * has allowed the call.
 */
export interface Artefacts {
  RulePack: RulePack;
  RateTable: RateTable;
  Calendar: Calendar;
  ActionKind: ActionKind;
  Queue: Queue;
  Sor: Sor;
  ClassificationSchema: ClassificationSchema;
  Template: Template;
  Corpus: Corpus;
  Extractor: Extractor;
}
export type ArtefactKind = keyof Artefacts;

/**
 * Identifies an artefact by its name and version, and identifies the artefact's content by a digest. The content is not
 * loaded.
 */
export interface Descriptor<K extends ArtefactKind = ArtefactKind> {
  readonly kind: K;
  readonly name: string;
  readonly version: string;
  readonly digest: Hash;
  readonly markings: readonly Marking[];
}
