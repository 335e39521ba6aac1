import { agentToken, loginToken } from './cognito.ts';
import type { Demo } from './demo-file.ts';
import { LocalFailure } from '../cloud/failure.ts';

/** Members of the demo's file that are needed to get a token. */
export type TokenPlace = Pick<Demo, 'endpoint' | 'credentials' | 'userPoolId' | 'clientId' | 'agents' | 'logins'>;

/**
 * Returns an access token for an agent or a login of the demo, valid for one hour.
 * @throws {LocalFailure} if the name is unknown or the demo does not run
 */
export async function tokenFor(demo: TokenPlace, name: string): Promise<string> {
  const { endpoint, userPoolId: poolId, clientId } = demo;
  const agentClient = Object.hasOwn(demo.agents, name) ? demo.agents[name] : undefined;
  if (agentClient !== undefined) {
    return answered(endpoint, agentToken(demo, { poolId, clientId: agentClient, scope: `agent/${name}` }));
  }
  const login = Object.hasOwn(demo.logins, name) ? demo.logins[name] : undefined;
  if (login !== undefined) {
    return answered(endpoint, loginToken(demo, { poolId, clientId, username: name, password: login.password }));
  }
  const known = [...Object.keys(demo.agents), ...Object.keys(demo.logins)].join(', ');
  throw new LocalFailure({
    what: `The demo has no agent or login ${name}.`,
    why: `It has only these: ${known}.`,
    next: 'Use one of these names.',
  });
}

/**
 * Explains a failed request for a token. The demo's file remains after the cloud has ended, so nothing, another program
 * or a new cloud may be at its address.
 */
async function answered(endpoint: string, token: Promise<string>): Promise<string> {
  try {
    return await token;
  } catch (cause) {
    const silent = cause instanceof Error && ('code' in cause || /^(Abort|Timeout)Error$/.test(cause.name));
    const reason = cause instanceof Error && cause.message.startsWith('Cognito refuses') ? ` ${cause.message}` : '';
    const why = silent
      ? `Nothing answers at ${endpoint}.`
      : `The server at ${endpoint} is not the demo that npm start started.${reason}`;
    throw new LocalFailure({ what: 'The demo does not answer.', why, next: 'Run npm start.' }, { cause });
  }
}
