import type { Descriptor } from './artefacts.ts';
import type { Hash } from '../values/canonical.ts';
import type { Definition } from '../authority/identity.ts';
import type { Marking, MarkingScheme } from '../authority/markings.ts';
import type { ToolVersion } from './tool-version.ts';

/** The formats of releases that this build reads, the newest first. It writes the newest. */
export const releaseFormats = [2, 1] as const;

interface Contents {
  readonly tenant: string;
  readonly title: string;
  readonly markings: MarkingScheme;
  /** The markings that every new source gets. If the tenant declares none, a new source gets all markings. */
  readonly sourceMarkings: readonly Marking[];
  /** Present if Amazon Textract reads the PDFs whose pages have no text. */
  readonly textract?: true;
  /** Maps a tool id and a version to the part with its `ToolVersion`. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, Hash>>>>;
  readonly artefacts: readonly Descriptor[];
  /** The part with the `PolicySet`. */
  readonly policies: Hash;
}

/**
 * The table of contents of a release. The id of a release is the hash of the manifest's canonical JSON, so the same
 * tenant folder always gives the same release. Each digest in it is the name of a part: a file whose bytes have this
 * SHA-256. A part is read when it is first needed, so opening a release costs the same however many tools it has.
 */
export interface ReleaseManifest extends Contents {
  readonly format: 2;
  /** The part with the `ToolSummary` of every tool version, which lists read in place of all records. */
  readonly summaries: Hash;
  /** Maps the name of an agent or a group to the part with its `Definition`. */
  readonly agents: Readonly<Record<string, Hash>>;
  readonly groups: Readonly<Record<string, Hash>>;
}

/** The manifest that the previous version of the compiler wrote. */
export interface FormerManifest extends Contents {
  readonly schemaVersion: 1;
  readonly agents: Readonly<Record<string, Definition>>;
  readonly groups: Readonly<Record<string, Definition>>;
}

export type ToolSummary = Pick<
  ToolVersion,
  'id' | 'version' | 'title' | 'pattern' | 'effectClass' | 'function' | 'uses'
>;

export const summaryOf = ({
  id,
  version,
  title,
  pattern,
  effectClass,
  function: functionName,
  uses,
}: ToolVersion): ToolSummary => ({ id, version, title, pattern, effectClass, function: functionName, uses });
