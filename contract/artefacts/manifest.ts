import type { Descriptor } from './artefacts.ts';
import type { Hash } from '../values/canonical.ts';
import type { Definition } from '../authority/identity.ts';
import type { Marking, MarkingScheme } from '../authority/markings.ts';

/**
 * The table of contents of a release. Its id is the hash of its canonical JSON, so the same tree gives the same
 * release. Each digest in it names a chunk: `<digest>.json` holds canonical JSON, `<digest>.mjs` the validators of a
 * tool version.
 */
export interface ReleaseManifest {
  readonly schemaVersion: 1;
  readonly tenant: string;
  readonly title: string;
  readonly markings: MarkingScheme;
  /** The lowest markings of a new source. If the tenant declares none, these are all markings. */
  readonly sourceMarkings: readonly Marking[];
  /** Tool id to version to the chunk of its `ToolVersion`. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, Hash>>>>;
  readonly artefacts: readonly Descriptor[];
  readonly agents: Readonly<Record<string, Definition>>;
  readonly groups: Readonly<Record<string, Definition>>;
  /** The chunk of the `PolicySet`. */
  readonly policies: Hash;
}
