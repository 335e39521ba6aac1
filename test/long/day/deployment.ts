import { region } from '../../../local/cloud/environment.ts';
import { deployOnce } from '../deploy-once.ts';
import { dayDirectory } from '../directory.ts';
import { dayTenant } from './tenant.ts';

export default deployOnce(dayDirectory, () => dayTenant(region));
