import type { Hash } from '../values/canonical.ts';
import type { ReleaseNeeds } from './release-needs.ts';

/** The file in which a deploy uploads its release, as JSON. The function `release` stores its parts one by one. */
export interface ReleasePackage {
  /** The bytes of the manifest, as text. Their hash is the id of the release. */
  readonly manifest: string;
  /** The text of each part, by its digest. */
  readonly parts: Readonly<Record<Hash, string>>;
  readonly needs: ReleaseNeeds;
  /** Places of systems of record that replace the places in the SoR files, by SoR id. */
  readonly places: Readonly<Record<string, string>>;
  /** True in the local cloud. */
  readonly local: boolean;
}
