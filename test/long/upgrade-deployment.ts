import { deployOnce } from './deploy-once.ts';
import { upgradeDirectory } from './directory.ts';

export default deployOnce(upgradeDirectory);
