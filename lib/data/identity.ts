import { createHash } from 'node:crypto';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  UserPool,
  type UserPoolClient,
  type UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Deployment } from '../deployment.ts';

/**
 * The most agents that a tenant may have. A JWT authorizer accepts 50 audiences, and five of them are reserved for the
 * clients of humans.
 */
const mostAgents = 45;

/**
 * Everybody who can get a token: the humans of the user pool, in the tenant's groups, and one app client for each
 * agent. A token proves only the identity; the release says what the caller may do.
 */
export class Identity extends Construct {
  readonly userPool: UserPool;
  readonly domain: UserPoolDomain;
  /** App clients by the name of the agent. */
  readonly agentClients: Readonly<Record<string, UserPoolClient>>;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    const { local, release } = deployment;
    if (release.agents.length > mostAgents) {
      throw new Error(
        `${deployment.tenant} has ${release.agents.length} agents, but one authorizer accepts at most ${mostAgents}: define fewer agents`,
      );
    }
    this.userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: false,
      signInAliases: { username: true },
      signInCaseSensitive: false,
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(1),
      },
      mfa: local ? Mfa.OFF : Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.NONE,
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: !local,
      removalPolicy: local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    this.acknowledgements(local);
    for (const groupName of release.groups) this.userPool.addGroup(`Group-${groupName}`, { groupName });
    this.domain = this.userPool.addDomain('Domain', { cognitoDomain: { domainPrefix: domainPrefix(deployment) } });
    this.agentClients = this.addAgents(release.agents);
  }

  private addAgents(agents: readonly string[]): Record<string, UserPoolClient> {
    const scopes = new Map(
      agents.map((name) => [name, new ResourceServerScope({ scopeName: name, scopeDescription: `Is agent ${name}` })]),
    );
    // The scope `agent/<name>` in a token names the agent. A client can get only the scope of its own agent.
    const server = this.userPool.addResourceServer('Agents', { identifier: 'agent', scopes: [...scopes.values()] });
    return Object.fromEntries(
      [...scopes].map(([name, scope]) => [
        name,
        this.userPool.addClient(`Agent-${name}`, {
          generateSecret: true,
          oAuth: { flows: { clientCredentials: true }, scopes: [OAuthScope.resourceServer(server, scope)] },
          accessTokenValidity: Duration.hours(1),
          enableTokenRevocation: true,
          preventUserExistenceErrors: true,
        }),
      ]),
    );
  }

  private acknowledgements(local: boolean): void {
    acknowledge(
      this.userPool,
      'AwsSolutions-COG8',
      'The Plus plan adds threat protection at a price for each user. Instead, this pool has no self sign-up and requires a second factor.',
    );
    if (local) {
      acknowledge(
        this.userPool,
        'AwsSolutions-COG2',
        'Local cloud only: its users are invented and sign in on a loopback address. Every other deployment requires a second factor.',
      );
    }
  }
}

/**
 * Returns a prefix that no other account in the region uses. It is a digest, because Cognito refuses some words. It
 * includes the account, because the prefix must be unique among all accounts.
 */
function domainPrefix({ tenant, stage, environment }: Deployment): string {
  const own = [environment.account, environment.region, tenant, stage].join('\0');
  return `lp-${createHash('sha256').update(own).digest('hex').slice(0, 20)}`;
}

/**
 * Returns the issuer of the pool's tokens, as in its discovery document and every token (OpenID Connect Discovery 1.0,
 * 4.3).
 */
export function issuer({ userPool }: Identity): string {
  const { region, urlSuffix } = Stack.of(userPool);
  return `https://cognito-idp.${region}.${urlSuffix}/${userPool.userPoolId}`;
}

/** Returns the origin of the hosted sign-in, which also has the token endpoint. */
export const signInOrigin = (identity: Identity): string =>
  `https://${identity.domain.domainName}.auth.${Stack.of(identity).region}.amazoncognito.com`;

/** Returns the address at which a client gets a token (RFC 6749, 3.2). */
export const tokenEndpoint = (identity: Identity): string => `${signInOrigin(identity)}/oauth2/token`;
