import { deployOnce } from './deploy-once.ts';
import { directory } from './directory.ts';

export default deployOnce(directory);
