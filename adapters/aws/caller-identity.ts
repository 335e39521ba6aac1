import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import type { Actor } from '../../contract/authority/identity.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Returns the person who holds the AWS credentials: the ARN, and as the name its last part. For an assumed role this is
 * the name of the session, which a single sign-on sets to the login of the person.
 * @throws Failure `dependency.unavailable`
 */
export async function callerIdentity(client: STSClient): Promise<Actor> {
  const { Arn: arn } = await client.send(new GetCallerIdentityCommand({})).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : 'unknown';
    throw new Failure('dependency.unavailable', `AWS does not say whose credentials these are: ${name}`);
  });
  if (arn === undefined)
    throw new Failure(
      'dependency.unavailable',
      'AWS does not say whose credentials these are: it answered without an ARN',
    );
  return { kind: 'human', id: arn, name: arn.split(/[/:]/).at(-1) ?? arn };
}
