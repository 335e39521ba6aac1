import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { environment } from '../../contract/platform/environment.ts';
import type { Access } from './access.ts';
import { peopleActions } from './actions.ts';
import type { Grant } from './store-grants.ts';

/** The user pool, the issuer of its tokens, and the app clients of humans and agents. */
export interface PeoplePool {
  readonly userPool: IUserPool;
  readonly issuer: string;
  readonly clientIds: readonly string[];
}

/**
 * Grants reading single humans of the user pool and their groups. A function that checks tokens itself gets the issuer
 * and the app clients; the keys of the pool are public, so the function needs no right to read them.
 */
export function peopleGrant({ people, checksTokens }: Access, { userPool, issuer, clientIds }: PeoplePool): Grant {
  return {
    statements: people ? [new PolicyStatement({ actions: [...peopleActions], resources: [userPool.userPoolArn] })] : [],
    environment: {
      ...(people ? { [environment.userPool]: userPool.userPoolId } : {}),
      ...(checksTokens ? { [environment.tokenIssuer]: issuer, [environment.tokenClients]: clientIds.join(' ') } : {}),
    },
  };
}
