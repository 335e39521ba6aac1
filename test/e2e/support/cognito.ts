import { inject } from 'vitest';
import { awsRequest } from '../../../local/cloud/aws-request.ts';

/** One call of the user pool's own API, as the account's root. @throws if it is refused */
export async function cognito(operation: string, input: object): Promise<unknown> {
  const target = `AWSCognitoIdentityProviderService.${operation}`;
  const answer = await awsRequest(inject('deployment').demo.endpoint, { service: 'cognito-idp', target, input });
  if (answer.status !== 200) throw new Error(`Cognito answered ${operation} with ${answer.status}: ${answer.body}`);
  return answer.body === '' ? {} : JSON.parse(answer.body);
}
