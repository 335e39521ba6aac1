import { identityClient, statesClient } from '../../adapters/aws/client.ts';
import { taskTokens } from '../../adapters/aws/task-tokens.ts';
import { tokenVerifier } from '../../adapters/aws/token-verifier.ts';
import { userPool } from '../../adapters/aws/user-pool.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { owners } from '../../adapters/tables/owners.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { decideTask } from './decide-task.ts';
import { tokenIssuer } from './token-issuer.ts';
import { withVerifiedToken } from './verified-token.ts';

const base = await awsBase();
const decide = decideTask({
  ...base,
  store: actionPlaneStore(base.database),
  pdp: cedarPdp(),
  people: userPool(identityClient(), () => requireEnv(environment.userPool)),
  owners: owners(base.database),
  tokens: taskTokens(statesClient()),
  now: Date.now,
});
export const handler = requestHandler('decide', base, {
  'POST /v1/tasks/{id}/decision': withVerifiedToken(tokenVerifier(tokenIssuer(process.env)), decide),
});
