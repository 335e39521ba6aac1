import type { ReleaseNeeds } from '../artefacts/release-needs.ts';
import type { Hash } from '../values/canonical.ts';

/**
 * A release that is stored, and that functions may therefore open. Only the function `release` puts and changes these
 * rows.
 */
export interface StoredRelease {
  readonly release: Hash;
  /** The format of the manifest. */
  readonly format: number;
  readonly needs: ReleaseNeeds;
  /** The instant at which the row was put; ISO 8601, UTC, as all instants here. */
  readonly storedAt: string;
  /** The instant of the last move of the head to this release. Absent if the release was never in force. */
  readonly inForceSince?: string;
  /** The instant of the last move of the head away from this release. Absent while the release is in force. */
  readonly inForceUntil?: string;
}

/** The time for which a release can be opened after it was last in force. */
export const keptMillis = 400 * 24 * 3_600_000;

/** Checks that a release is in force, or was in force or stored in the last 400 days. */
export function isKept({ storedAt, inForceSince, inForceUntil }: StoredRelease, nowMillis: number): boolean {
  if (inForceSince !== undefined && inForceUntil === undefined) return true;
  return nowMillis < Date.parse(inForceUntil ?? storedAt) + keptMillis;
}

/** The newest deploy: its release, and the places of its systems of record, which a publication uses too. */
export interface DeployedRelease {
  readonly release: Hash;
  readonly needs: ReleaseNeeds;
  /** Places of systems of record that replace the places in the SoR files, by SoR id. */
  readonly places: Readonly<Record<string, string>>;
  /** True in the local cloud. */
  readonly local: boolean;
  readonly deployedAt: string;
}
