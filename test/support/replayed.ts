import { expireTask } from '../../lambdas/action-plane/approval-expire/expire-task.ts';
import { verifyTask } from '../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../lambdas/action-plane/approval-wait/store-token.ts';
import { reconcileAction } from '../../lambdas/action-plane/commit-reconcile/reconcile-action.ts';
import { sendAction } from '../../lambdas/action-plane/commit-send/send-action.ts';
import { decideTask } from '../../lambdas/decide/decide-task.ts';
import { voteRequest } from './http-request.ts';
import { human, planeWorld, queue, sor as sorFile, start, type PlaneWorld } from './plane.ts';
import { SimulatedSor, type Behaviour } from './simulated-sor.ts';

/** The calls of the functions for one Action, with their inputs, as a state machine made them. */
export interface Recording {
  readonly actionId: string;
  readonly vote?: { readonly atSeconds: number; readonly decision: 'grant' | 'deny' } | undefined;
  /** The time from the request for approval to the deadline of the Task, if it is not that of the queue. */
  readonly dueAfterSeconds?: number | undefined;
  /** The behaviours of the system of record, one for each send. */
  readonly behaviours: readonly Behaviour[];
  readonly calls: readonly { readonly atSeconds: number; readonly function: FunctionName; readonly input: unknown }[];
}

type FunctionName = 'ApprovalVerify' | 'ApprovalWait' | 'ApprovalExpire' | 'CommitSend' | 'CommitReconcile';
type Step = { readonly next: string } | void;

export interface Replayed {
  readonly plane: PlaneWorld;
  readonly sor: SimulatedSor;
  /** The next state in the answer of each call. */
  readonly nexts: readonly (string | undefined)[];
  /** The task tokens that were returned to the state machine. */
  readonly resumed: readonly string[];
}

/**
 * Makes the recorded calls again, at the recorded times, with the present functions and a plane in memory. No state machine
 * runs: every input is exactly the recorded one.
 */
export async function replayed({ actionId, vote, dueAfterSeconds, behaviours, calls }: Recording): Promise<Replayed> {
  let millis = start;
  const now = (): number => millis;
  const dueAt = new Date(start + (dueAfterSeconds ?? queue.slaSeconds) * 1000).toISOString();
  const plane = await planeWorld({ now, action: { id: actionId }, task: { dueAt } });
  const sor = new SimulatedSor(sorFile, now, { behaviours });
  const resumed: string[] = [];
  const tokens = { resume: async (token: string) => (resumed.push(token), 'resumed' as const) };
  const functions = functionsOf(plane, sor, tokens);

  const afterVote = calls.findIndex(({ atSeconds }) => atSeconds >= (vote?.atSeconds ?? Infinity));
  const split = afterVote === -1 ? calls.length : afterVote;
  const nexts: (string | undefined)[] = [];
  const make = async (some: Recording['calls']): Promise<void> => {
    for (const call of some) {
      millis = start + call.atSeconds * 1000;
      nexts.push((await functions[call.function](call.input))?.next);
    }
  };
  await make(calls.slice(0, split));
  if (vote !== undefined) {
    millis = start + vote.atSeconds * 1000;
    const by = human('approver-1');
    await decideTask({ ...plane, tokens })(voteRequest(plane, { by, decision: vote.decision }, millis));
  }
  await make(calls.slice(split));
  return { plane, sor, nexts, resumed };
}

const functionsOf = (
  plane: PlaneWorld,
  sor: SimulatedSor,
  tokens: Parameters<typeof storeToken>[0]['tokens'],
): Readonly<Record<FunctionName, (input: unknown) => Promise<Step>>> => ({
  ApprovalVerify: verifyTask({ ...plane, connectors: sor }),
  ApprovalWait: storeToken({ ...plane, tokens }),
  ApprovalExpire: expireTask(plane),
  CommitSend: sendAction({ ...plane, sender: async () => sor.send }),
  CommitReconcile: reconcileAction({ ...plane, connectors: sor }),
});
