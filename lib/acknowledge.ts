import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Accepts one finding of cdk-nag on one construct, with the reason. The id of a wildcard finding has the form
 * `RULE[FINDING]`.
 */
export const acknowledge = (construct: IConstruct, id: `AwsSolutions-${string}`, reason: string): void =>
  Validations.of(construct).acknowledge({ id, reason });
