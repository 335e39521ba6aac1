import type { LoadedArtefact } from '../tenant.ts';

/** An artefact over ontology types: what it takes, and the argument and the ref of its tools by which it is reached. */
export type Typed = Extract<LoadedArtefact, { kind: 'ClassificationSchema' | 'Template' }>;

/** The request's schema of an ontology type; undefined where it is in no form. */
export type Types = (name: string) => unknown;
