import { join } from 'node:path';
import { pageFiles } from '../../adapters/page/page-files.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { servePage } from './serve-page.ts';

export const handler = servePage({
  files: pageFiles(join(import.meta.dirname, requireEnv(environment.pageDirectory))),
  tenant: requireEnv(environment.tenant),
  stage: requireEnv(environment.stage),
  signIn: {
    clientId: requireEnv(environment.pageClient),
    issuer: requireEnv(environment.pageIssuer),
    origin: requireEnv(environment.pageSignIn),
  },
});
