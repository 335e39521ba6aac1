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

/** A JWT authorizer takes 50 audiences; five are left for clients of humans. */
const mostAgents = 45;

/**
 * Who can hold a token: the humans of the user pool, in the tenant's groups, and one app client an agent. A token proves
 * identity alone; what its holder may do stands in the release.
 */
export class Identity extends Construct {
  readonly userPool: UserPool;
  readonly domain: UserPoolDomain;
  /** By the agent's definition name. */
  readonly agentClients: Readonly<Record<string, UserPoolClient>>;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    const { local, release } = deployment;
    if (release.agents.length > mostAgents) {
      throw new Error(
        `${deployment.tenant} has ${release.agents.length} agents. One authorizer takes at most ${mostAgents}: define fewer`,
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
    // The scope `agent/<name>` in a token names the definition; no client can ask for another's.
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
      'The Plus plan adds threat protection at a price for each user; the pool has no self sign-up, and a required second factor instead.',
    );
    if (local) {
      acknowledge(
        this.userPool,
        'AwsSolutions-COG2',
        'Local cloud only: logins of made-up people on a loopback address; every other deployment requires a second factor.',
      );
    }
  }
}

/** Unique in the region among all accounts, so it is a digest, and of the account too; Cognito refuses some words in it. */
function domainPrefix({ tenant, stage, environment }: Deployment): string {
  const own = [environment.account, environment.region, tenant, stage].join('\0');
  return `lp-${createHash('sha256').update(own).digest('hex').slice(0, 20)}`;
}

/** Who issues the pool's tokens, as its discovery document and every token say (OpenID Connect Discovery 1.0, 4.3). */
export function issuer({ userPool }: Identity): string {
  const { region, urlSuffix } = Stack.of(userPool);
  return `https://cognito-idp.${region}.${urlSuffix}/${userPool.userPoolId}`;
}

/** Where a token is had (RFC 6749, 3.2). */
export const tokenEndpoint = (identity: Identity): string =>
  `https://${identity.domain.domainName}.auth.${Stack.of(identity).region}.amazoncognito.com/oauth2/token`;
