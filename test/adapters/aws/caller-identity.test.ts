import type { STSClient } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { callerIdentity } from '../../../adapters/aws/caller-identity.ts';

const answering = (answer: () => Promise<unknown>): STSClient => ({ send: answer }) as unknown as STSClient;

describe('The person whose AWS credentials a command uses', () => {
  it.each([
    ['arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Operator_0a1b/jane@acme.example', 'jane@acme.example'],
    ['arn:aws:iam::111122223333:user/claims/jane', 'jane'],
    ['arn:aws:iam::111122223333:root', 'root'],
  ])('The caller %s has the name %s', async (arn, name) => {
    expect(await callerIdentity(answering(async () => ({ Arn: arn })))).toEqual({ kind: 'human', id: arn, name });
  });

  it.each([
    [
      'AWS does not answer',
      async () => Promise.reject(Object.assign(new Error('the token'), { name: 'ExpiredToken' })),
    ],
    ['the answer has no ARN', async () => ({})],
  ])('If %s, the failure is dependency.unavailable, without the message of AWS', async (_title, answer) => {
    const failure = await callerIdentity(answering(answer)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'dependency.unavailable' });
    expect(String(failure)).not.toContain('the token');
  });
});
