import { inject } from 'vitest';
import { awsRequest } from '../../../local/cloud/aws-request.ts';

/** Calls the API of the user pool once, as the account's root. @throws if the status is not 200 */
export async function cognito(operation: string, input: object): Promise<unknown> {
  const target = `AWSCognitoIdentityProviderService.${operation}`;
  const answer = await awsRequest(inject('deployment').demo, { service: 'cognito-idp', target, input });
  if (answer.status !== 200) throw new Error(`Cognito answered ${operation} with ${answer.status}: ${answer.body}`);
  return answer.body === '' ? {} : JSON.parse(answer.body);
}
