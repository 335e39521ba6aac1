import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { OAuthScope, UserPoolClient, type IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';

export interface ConsoleClientProps {
  readonly userPool: IUserPool;
  readonly http: HttpApi;
  readonly local: boolean;
}

/**
 * The client with which humans sign in: authorization code with PKCE in a browser, SRP elsewhere. Only the local cloud
 * also accepts a password in plain text.
 */
export class ConsoleClient extends UserPoolClient {
  constructor(scope: Construct, id: string, { userPool, http, local }: ConsoleClientProps) {
    super(scope, id, {
      userPool,
      generateSecret: false,
      authFlows: local ? { userSrp: true, userPassword: true, adminUserPassword: true } : { userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.PROFILE],
        callbackUrls: [`${http.apiEndpoint}/console/`],
        logoutUrls: [`${http.apiEndpoint}/console/`],
      },
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(12),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}
