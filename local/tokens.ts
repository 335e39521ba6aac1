import { agentToken, loginToken } from './cognito.ts';
import type { Demo } from './demo-file.ts';
import { LocalFailure } from './failure.ts';

/** An access token for an agent or a login of the demo, good for an hour. @throws {LocalFailure} naming those that exist */
export async function tokenFor(demo: Demo, name: string): Promise<string> {
  const { endpoint, userPoolId: poolId, clientId } = demo;
  const agentClient = Object.hasOwn(demo.agents, name) ? demo.agents[name] : undefined;
  if (agentClient !== undefined) return agentToken(endpoint, { poolId, clientId: agentClient, scope: `agent/${name}` });
  const login = Object.hasOwn(demo.logins, name) ? demo.logins[name] : undefined;
  if (login !== undefined) return loginToken(endpoint, { poolId, clientId, username: name, password: login.password });
  const known = [...Object.keys(demo.agents), ...Object.keys(demo.logins)].join(', ');
  throw new LocalFailure(`There is no agent or login ${name}.`, `The demo knows ${known}.`, 'Use one of these names.');
}
