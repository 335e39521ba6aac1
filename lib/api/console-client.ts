import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { OAuthScope, UserPoolClient, type IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';

export interface ConsoleClientProps {
  readonly userPool: IUserPool;
  readonly http: HttpApi;
  readonly local: boolean;
}

/** How humans sign in: code with PKCE in a browser, SRP elsewhere; a password in the clear on the local cloud alone. */
export class ConsoleClient extends UserPoolClient {
  constructor(scope: Construct, id: string, { userPool, http, local }: ConsoleClientProps) {
    super(scope, id, {
      userPool,
      generateSecret: false,
      authFlows: local ? { userSrp: true, userPassword: true, adminUserPassword: true } : { userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.PROFILE],
        callbackUrls: [`${http.apiEndpoint}/console`],
        logoutUrls: [`${http.apiEndpoint}/console`],
      },
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(12),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}
