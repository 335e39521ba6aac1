import type { Descriptor } from './artefacts.ts';
import type { Hash } from '../values/canonical.ts';
import type { Definition } from '../authority/identity.ts';
import type { Marking, MarkingScheme } from '../authority/markings.ts';

/**
 * The table of contents of a release. Its id is the hash of its canonical JSON, so that the same tree is the same release.
 * Everything that it names by digest is a chunk: `<digest>.json`, canonical JSON, or `<digest>.mjs`, a tool version's validators.
 */
export interface ReleaseManifest {
  readonly schemaVersion: 1;
  readonly tenant: string;
  readonly title: string;
  readonly markings: MarkingScheme;
  /** Of new sources; every marking where the tenant says nothing. */
  readonly sourceMarkings: readonly Marking[];
  /** Tool id to version to the chunk of its `ToolVersion`. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, Hash>>>>;
  readonly artefacts: readonly Descriptor[];
  readonly agents: Readonly<Record<string, Definition>>;
  readonly groups: Readonly<Record<string, Definition>>;
  /** The chunk of the `PolicySet`. */
  readonly policies: Hash;
}
