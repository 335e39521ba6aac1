import { Duration } from 'aws-cdk-lib';
import { InvocationType, Trigger } from 'aws-cdk-lib/triggers';
import type { Construct, IConstruct } from 'constructs';
import type { PlaneFunction } from './plane-function.ts';

export interface ReleaseTriggerProps {
  readonly release: PlaneFunction;
  readonly after: readonly IConstruct[];
}

/**
 * Puts the deployed release in force: the last thing that a deploy does, so that no function is asked for a release that
 * its bundle does not have yet. Runs where the bundle changed, and with it the release; a failure rolls the deploy back.
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
