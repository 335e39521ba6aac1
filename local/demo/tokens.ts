import { agentToken, loginToken } from './cognito.ts';
import type { Demo } from './demo-file.ts';
import { LocalFailure } from '../cloud/failure.ts';

/** Where tokens are had, and who can have one. */
export type TokenPlace = Pick<Demo, 'endpoint' | 'userPoolId' | 'clientId' | 'agents' | 'logins'>;

/**
 * An access token for an agent or a login of the demo, good for an hour.
 * @throws {LocalFailure} naming those that exist, or where the demo that its file tells of is not up
 */
export async function tokenFor(demo: TokenPlace, name: string): Promise<string> {
  const { endpoint, userPoolId: poolId, clientId } = demo;
  const agentClient = Object.hasOwn(demo.agents, name) ? demo.agents[name] : undefined;
  if (agentClient !== undefined) {
    return answered(endpoint, agentToken(endpoint, { poolId, clientId: agentClient, scope: `agent/${name}` }));
  }
  const login = Object.hasOwn(demo.logins, name) ? demo.logins[name] : undefined;
  if (login !== undefined) {
    return answered(endpoint, loginToken(endpoint, { poolId, clientId, username: name, password: login.password }));
  }
  const known = [...Object.keys(demo.agents), ...Object.keys(demo.logins)].join(', ');
  throw new LocalFailure({
    what: `The demo has no agent or login ${name}.`,
    why: `It has ${known}.`,
    next: 'Use one of these names.',
  });
}

/** A demo's file outlives its cloud: nothing may listen there any more, or another program, or a cloud without its logins. */
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
