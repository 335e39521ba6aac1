import type { Descriptor } from './artefacts.ts';
import type { Hash } from '../values/canonical.ts';
import type { Definition } from '../authority/identity.ts';
import type { Marking, MarkingScheme } from '../authority/markings.ts';

/**
 * The table of contents of a release. The id of a release is the hash of the manifest's canonical JSON, so the same
 * tenant folder always gives the same release. Each digest in it names a chunk, `<digest>.json`, which is canonical JSON.
 */
export interface ReleaseManifest {
  readonly schemaVersion: 1;
  readonly tenant: string;
  readonly title: string;
  readonly markings: MarkingScheme;
  /** The markings that every new source gets. If the tenant declares none, a new source gets all markings. */
  readonly sourceMarkings: readonly Marking[];
  /** Maps a tool id and a version to the chunk with its `ToolVersion`. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, Hash>>>>;
  readonly artefacts: readonly Descriptor[];
  readonly agents: Readonly<Record<string, Definition>>;
  readonly groups: Readonly<Record<string, Definition>>;
  /** The chunk with the `PolicySet`. */
  readonly policies: Hash;
}
