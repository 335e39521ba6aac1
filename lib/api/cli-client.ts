import { Duration } from 'aws-cdk-lib';
import { OAuthScope, UserPoolClient, type IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { callbackPorts, callbackUrl } from '../../contract/platform/sign-in.ts';

/**
 * The client with which a person signs in to the command line: authorization code with PKCE, and a redirect to the
 * loopback (RFC 8252, 7.3). The command line keeps only the access token, so a refresh token is never used.
 */
export class CliClient extends UserPoolClient {
  constructor(scope: Construct, id: string, { userPool }: { readonly userPool: IUserPool }) {
    const callbackUrls = callbackPorts.map(callbackUrl);
    super(scope, id, {
      userPool,
      generateSecret: false,
      authFlows: {},
      oAuth: { flows: { authorizationCodeGrant: true }, scopes: [OAuthScope.OPENID, OAuthScope.PROFILE], callbackUrls },
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(1),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}
