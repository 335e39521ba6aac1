import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import type { Deployment } from '../deployment.ts';
import type { Grant } from './store-grants.ts';
import { foundationArns, profileArn } from '../release/models.ts';

/** The AWS SDK reads this variable. For this one service it takes precedence over AWS_ENDPOINT_URL. */
const endpointVariable = 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME';

/** Grants the named models and no others. The models behind an inference profile can be asked only through it. */
export function modelGrant(
  { models }: Access,
  { local, modelEndpoint }: Pick<Deployment, 'local' | 'modelEndpoint'>,
  scope: Construct,
): Grant {
  const allow = (resources: readonly string[], through: readonly string[]): PolicyStatement =>
    new PolicyStatement({
      actions: ['bedrock:InvokeModel'],
      resources: [...resources],
      ...(through.length === 0 ? {} : { conditions: { StringEquals: { 'bedrock:InferenceProfileArn': through } } }),
    });
  return {
    statements: models.flatMap((target) => {
      const profile = profileArn(target, scope);
      return [...(profile.length === 0 ? [] : [allow(profile, [])]), allow(foundationArns(target, scope), profile)];
    }),
    environment: local && modelEndpoint !== undefined && models.length > 0 ? { [endpointVariable]: modelEndpoint } : {},
  };
}
