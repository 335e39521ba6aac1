/** The folder of the long tests' own cloud, beside that of the end-to-end tests. */
export const directory = '.local/long';

/** The folder of the cloud on which the test of upgrades deploys. */
export const upgradeDirectory = '.local/upgrade';

/** The folder of the cloud on which the test of a day deploys. */
export const dayDirectory = '.local/day';
