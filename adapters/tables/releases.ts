import type { DeployedRelease, StoredRelease } from '../../contract/rows/stored-release.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import type { Database, Write } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { persist } from './persist.ts';

const deployedKey = 'deployed';
/** All rows of releases are in one partition of the index, because there are few of them. */
const kind = 'release';

export interface Releases {
  /** @throws Failure `dependency.unavailable` */
  find(release: Hash): Promise<StoredRelease | undefined>;
  deployed(): Promise<DeployedRelease | undefined>;
}

export interface ReleaseWriter extends Releases {
  /** Puts the row of a release if it has none. An existing row does not change. @throws Failure as a write does */
  store(row: StoredRelease): Promise<void>;
  setDeployed(row: DeployedRelease): Promise<void>;
}

export const releases = (database: Database): ReleaseWriter => ({
  async find(release) {
    const item = await reading('dependency.unavailable', database.get('releases', release));
    return item === undefined ? undefined : rowOf<StoredRelease>(item);
  },
  async deployed() {
    const item = await reading('dependency.unavailable', database.get('releases', deployedKey));
    return item === undefined ? undefined : rowOf<DeployedRelease>(item);
  },
  async store(row) {
    await persist(database, [{ ...releasePut(row), if: { is: 'absent' } }]);
  },
  async setDeployed(row) {
    await persist(database, [{ put: itemOf(deployedKey, { row: rowText(row) }), in: 'releases' }]);
  },
});

/** Returns the write that puts the row of a release. */
export const releasePut = (row: StoredRelease): Extract<Write, { put: unknown }> => ({
  put: itemOf(row.release, { kind, storedAt: row.storedAt, row: rowText(row) }),
  in: 'releases',
});
