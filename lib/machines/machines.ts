import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { PlatformFunctionName } from '../../contract/platform/functions.ts';
import { Machine, type MachineProps } from './machine.ts';
import type { PlaneFunction } from '../functions/plane-function.ts';

export interface ActionPlaneProps extends Pick<MachineProps, 'root' | 'local' | 'policies'> {
  readonly functionOf: (name: PlatformFunctionName) => PlaneFunction;
}

/**
 * Returns the machine that executions of the previous version of the approval machine still start. ADR 0015 says when
 * this machine is removed.
 */
export const commitMachine = (
  scope: Construct,
  { functionOf, root, local, policies }: ActionPlaneProps,
): StateMachine =>
  new Machine(scope, 'Commit', {
    definition: 'commit',
    root,
    local,
    policies,
    invokes: { CommitSend: functionOf('commit-send'), CommitReconcile: functionOf('commit-reconcile') },
  }).machine;

/** Returns the machine that waits for the humans of a queue, sends a granted change, and finds out its outcome. */
export const approvalMachine = (
  scope: Construct,
  { functionOf, root, local, policies, commit }: ActionPlaneProps & { readonly commit: StateMachine },
): StateMachine =>
  new Machine(scope, 'Approval', {
    definition: 'approval',
    root,
    local,
    policies,
    invokes: {
      ApprovalVerify: functionOf('approval-verify'),
      ApprovalWait: functionOf('approval-wait'),
      ApprovalExpire: functionOf('approval-expire'),
      CommitSend: functionOf('commit-send'),
      CommitReconcile: functionOf('commit-reconcile'),
    },
    formerlyStarts: [commit],
    restarts: true,
  }).machine;
