import { Duration } from 'aws-cdk-lib';
import { InvocationType, Trigger } from 'aws-cdk-lib/triggers';
import type { Construct, IConstruct } from 'constructs';
import type { PlaneFunction } from './plane-function.ts';

export interface ReleaseTriggerProps {
  readonly release: PlaneFunction;
  readonly after: readonly IConstruct[];
}

/**
 * Puts the deployed release in force. It runs last in a deploy, so no function gets a call for a release that its
 * bundle does not have yet. It runs only if the bundle has changed, because a new release always changes the bundle. If
 * it fails, the deploy is rolled back.
 */
export class ReleaseTrigger extends Trigger {
  constructor(scope: Construct, id: string, { release, after }: ReleaseTriggerProps) {
    super(scope, id, {
      handler: release.function,
      invocationType: InvocationType.REQUEST_RESPONSE,
      timeout: Duration.minutes(1),
      executeAfter: [...after],
    });
  }
}
