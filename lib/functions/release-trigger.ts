import { Duration } from 'aws-cdk-lib';
import { InvocationType, Trigger } from 'aws-cdk-lib/triggers';
import type { Construct, IConstruct } from 'constructs';
import type { PlaneFunction } from './plane-function.ts';

const invocation = { invocationType: InvocationType.REQUEST_RESPONSE, timeout: Duration.minutes(1) } as const;

export interface ReleaseCheckProps {
  readonly check: PlaneFunction;
  readonly after: readonly IConstruct[];
  /** The functions that do not change if the check fails. */
  readonly before: readonly PlaneFunction[];
}

/**
 * Checks that the new code can work with the release in force, before any function with this code is deployed. If the
 * check fails, CloudFormation rolls the deploy back.
 */
export class ReleaseCheck extends Trigger {
  constructor(scope: Construct, id: string, { check, after, before }: ReleaseCheckProps) {
    super(scope, id, {
      ...invocation,
      handler: check.function,
      executeAfter: [...after],
      executeBefore: [...before],
    });
  }
}

export interface ReleaseTriggerProps {
  readonly release: PlaneFunction;
  readonly after: readonly IConstruct[];
}

/**
 * Stores the release of the deploy and puts it in force. It runs last: until then, the new functions work under the
 * release in force. It runs if the code, the release or an option of the deploy has changed. If it fails, CloudFormation
 * rolls the deploy back.
 */
export class ReleaseTrigger extends Trigger {
  constructor(scope: Construct, id: string, { release, after }: ReleaseTriggerProps) {
    super(scope, id, { ...invocation, handler: release.function, executeAfter: [...after] });
  }
}
