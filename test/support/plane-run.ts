import { decideTask } from '../../lambdas/decide/decide-task.ts';
import { expireTask } from '../../lambdas/action-plane/approval-expire/expire-task.ts';
import { takeUp } from '../../lambdas/action-plane/approval-start/take-up.ts';
import { startApproval } from '../../lambdas/action-plane/approval-start/start-approval.ts';
import { verifyTask } from '../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../lambdas/action-plane/approval-wait/store-token.ts';
import { reconcileAction } from '../../lambdas/action-plane/commit-reconcile/reconcile-action.ts';
import { sendAction } from '../../lambdas/action-plane/commit-send/send-action.ts';
import type { Executions } from '../../adapters/aws/executions.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import { withdrawAction } from '../../lambdas/withdraw/withdraw-action.ts';
import { Failure, type FailureCode } from '../../contract/failures.ts';
import { suspensionAt } from './suspended.ts';
import type { Caller } from '../../contract/authority/identity.ts';
import { requestBy, voteRequest } from './http-request.ts';
import { agent, insurerRelease, planeWorld, sor as strongSor, start, type PlaneWorld } from './plane.ts';
import { SimulatedSor, type SorOptions } from './simulated-sor.ts';
import { definitionBefore, definitionOf, ownMachine, runMachine, Tokens, type MachineWorld } from './state-machine.ts';
import { VirtualTime } from './virtual-time.ts';

export interface PlannedVote {
  readonly atSeconds: number;
  readonly by: Caller;
  readonly decision: 'grant' | 'deny';
  /** Another digest than the one that was shown. */
  readonly digest?: string;
}

export interface Plan extends SorOptions {
  readonly votes?: readonly PlannedVote[];
  readonly quorum?: number;
  /** The time at which somebody else changes the target. A negative time is before the request for approval. */
  readonly touchedAtSeconds?: number;
  /** The pause of a function between its first claim of a commit and the request to the SoR. */
  readonly pausedMillis?: number;
  /** The time that the first read of the SoR's write secret takes. */
  readonly secretReadMillis?: number;
  readonly sor?: HttpSor;
  /** If true, the functions are those of the previous version, as after a rollback. They do not know the counts. */
  readonly onPreviousFunctions?: boolean;
  /** The version whose state machines the executions use: two machines, or one machine that does not count. */
  readonly onPreviousMachines?: keyof typeof previousDefinitions;
  /** The first try to store a task token fails at once for the machine, and stores its token so much later. */
  readonly tokenStoredLateBySeconds?: number;
  /**
   * A suspension, by its name in the head. A negative time is before the request for approval. Approved Actions are held
   * for `holdSeconds`, counted from the suspension. Without `resumedAtSeconds`, nobody resumes it.
   */
  readonly suspended?: {
    readonly name: string;
    readonly atSeconds: number;
    readonly resumedAtSeconds?: number;
    readonly holdSeconds: number;
  };
  /** The time at which the requester withdraws the Action. */
  readonly withdrawnAtSeconds?: number;
  /**
   * The calls at which a function crashes, before or after the call is made. Calls to stores and other ports are counted
   * over the whole run, from 0.
   */
  readonly crashes?: readonly { readonly call: number; readonly when: 'before' | 'after' }[];
  readonly world?: Parameters<typeof planeWorld>[0];
  /**
   * Invocations in addition to those of the state machines: a retry while the first try still runs, or an execution that was
   * started twice.
   */
  readonly extras?: readonly { readonly atSeconds: number; readonly invoke: string }[];
  readonly during?: readonly {
    readonly atSeconds: number;
    readonly act: (plane: PlaneWorld) => void | Promise<void>;
  }[];
}

export interface Played {
  readonly plane: PlaneWorld;
  readonly sor: SimulatedSor;
  /** The number of calls that functions made to stores and other ports. */
  readonly calls: number;
  readonly quiet: boolean;
  /** The outcome of each execution, by its name: the error with which it failed, `running`, or undefined if it succeeded. */
  readonly executions: ReadonlyMap<string, string | undefined>;
  /** The states of all executions, in the order in which they were entered. */
  readonly entered: readonly string[];
  /** The calls that sent a change to the SoR. */
  readonly sends: readonly number[];
  /** The calls that started an execution. */
  readonly starts: readonly number[];
  /** The number of events in the history of each execution, by its name. */
  readonly histories: ReadonlyMap<string, number>;
  readonly votes: readonly (FailureCode | 'taken' | 'unanswered')[];
}

class Crash extends Error {
  override readonly name = 'Runtime.ExitError';
}

const definitions = { approval: definitionOf('approval'), commit: definitionOf('commit') };
/** The state machines of the previous version. An execution continues with the definition with which it started. */
const previousDefinitions = {
  two: { approval: definitionBefore('approval'), commit: definitionBefore('commit') },
  'without counts': { approval: definitionBefore('approval-without-counts'), commit: definitionBefore('commit') },
};

/**
 * Runs one Action from its request for approval until nothing changes any more, with the real functions and state machines.
 */
export async function play(plan: Plan = {}): Promise<Played> {
  const time = new VirtualTime(start);
  const sorFile = plan.sor ?? strongSor;
  const quorum = plan.quorum ?? 1;
  const plane = await planeWorld({
    now: time.now,
    release: insurerRelease({ sor: sorFile }),
    ...plan.world,
    action: { approval: { queues: ['queue.claims'], quorum }, ...plan.world?.action },
  });
  const sor = new SimulatedSor(sorFile, time.now, plan);
  if ((plan.touchedAtSeconds ?? 0) < 0) sor.touch();
  let calls = 0;
  const crashAsPlanned = async <T>(act: () => Promise<T>): Promise<T> => {
    const call = calls++;
    const crash = plan.crashes?.find((one) => one.call === call);
    if (crash?.when === 'before') throw new Crash('before');
    const result = await act();
    if (crash !== undefined) throw new Crash('after');
    return result;
  };
  const withCrashes = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function'
          ? (...args: unknown[]) => crashAsPlanned(async () => Reflect.apply(member, target, args) as unknown)
          : member;
      },
    });

  const tokens = new Tokens();
  const base = {
    head: withCrashes(plane.head),
    ledger: plane.ledger,
    library: plane.library,
    pdp: plane.pdp,
    now: time.now,
    uuid: plane.uuid,
    owners: withCrashes(plane.owners),
    people: withCrashes(plane.people),
  };
  let onDecision: (taskId: string) => void = () => undefined;
  const store = withCrashes<PlaneWorld['store']>({
    ...plane.store,
    apply: async (transition) => {
      const applied = await plane.store.apply(transition);
      const taskId = transition.decision?.taskId;
      if (applied === 'applied' && taskId !== undefined && plan.onPreviousMachines !== 'two') onDecision(taskId);
      return applied;
    },
  });
  const objects = withCrashes(plane.objects);
  const connectors = withCrashes({ read: sor.read });
  let pauseMillis = plan.pausedMillis;
  const send = async (change: Parameters<typeof sor.send>[0]) => {
    if (pauseMillis !== undefined) {
      const millis = pauseMillis;
      pauseMillis = undefined;
      await time.sleep(millis);
    }
    // The real connector makes the same check before it sends.
    if (time.now() >= change.deadlineAt) return { kind: 'not_sent', reason: 'outbound.timeout' } as const;
    return sor.send(change);
  };
  let { secretReadMillis } = plan;
  const sendCalls: number[] = [];
  const functions: Readonly<Record<string, (input: unknown) => Promise<unknown>>> = {
    ApprovalVerify: verifyTask({ ...base, store, connectors, objects }),
    ApprovalWait: storeToken({ store, tokens: withCrashes({ resume: tokens.resume }), now: time.now }),
    ApprovalExpire: expireTask({ ...base, store }),
    CommitSend: sendAction({
      ...base,
      store,
      objects,
      sender: async () => {
        const millis = secretReadMillis;
        secretReadMillis = undefined;
        if (millis !== undefined) await time.sleep(millis);
        return (change) => (sendCalls.push(calls), crashAsPlanned(() => send(change)));
      },
    }),
    CommitReconcile: reconcileAction({ ...base, store, connectors }),
  };

  const executions = new Map<string, string | undefined>();
  const run = (machine: keyof typeof definitions, name: string, input: unknown): void => {
    executions.set(name, 'running');
    const records = (events: number): void => void histories.set(name, (histories.get(name) ?? 0) + events);
    const used = plan.onPreviousMachines === undefined ? definitions : previousDefinitions[plan.onPreviousMachines];
    void runMachine(used[machine], input, { ...world, records }).then(
      (error) => executions.set(name, error),
      (error: unknown) => executions.set(name, error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'),
    );
  };
  const entered: string[] = [];
  const startCalls: number[] = [];
  const histories = new Map<string, number>();
  let tokenLateBySeconds = plan.tokenStoredLateBySeconds;
  const world: MachineWorld = {
    enters: (state) => entered.push(state),
    time,
    tokens,
    invoke: async (placeholder, payload) => {
      const invoked = functions[placeholder];
      if (invoked === undefined) throw new Error(`no function ${placeholder}`);
      if (placeholder === 'ApprovalWait' && tokenLateBySeconds !== undefined) {
        const seconds = tokenLateBySeconds;
        tokenLateBySeconds = undefined;
        void time.sleep(seconds * 1000).then(() => invoked(asJson(payload)).catch(ignored));
        throw Object.assign(new Error('no answer in time'), { name: 'Lambda.Unknown' });
      }
      const answer = await invoked(plan.onPreviousFunctions === true ? withoutCounts(payload) : asJson(payload));
      return plan.onPreviousFunctions === true ? withoutCounts(answer) : asJson(answer);
    },
    start: (machineArn, name, input) => (
      startCalls.push(calls),
      crashAsPlanned(async () => {
        if (executions.get(name) === 'running') return;
        if (executions.has(name))
          throw Object.assign(new Error(name), { name: 'StepFunctions.ExecutionAlreadyExistsException' });
        run(machineArn === ownMachine ? 'approval' : 'commit', name, input);
      })
    ),
  };

  const starts: Executions = {
    start: ({ id, generation, input }) => (
      startCalls.push(calls),
      crashAsPlanned(async () => {
        const name = `${id}-${generation}`;
        if (executions.has(name)) {
          return { found: 'earlier', status: executions.get(name) === 'running' ? 'RUNNING' : 'SUCCEEDED' } as const;
        }
        run('approval', name, input);
        return { found: 'started' } as const;
      })
    ),
  };
  const { suspended } = plan;
  if (suspended !== undefined) {
    const suspend = (): void => plane.putInForce(suspensionAt(time.now(), suspended));
    if (suspended.atSeconds < 0) suspend();
    else void time.sleep(suspended.atSeconds * 1000).then(suspend);
    const { resumedAtSeconds } = suspended;
    if (resumedAtSeconds !== undefined)
      void time.sleep(resumedAtSeconds * 1000).then(() => plane.putInForce({ suspended: [], suspensions: {} }));
  }
  const machineArn = 'approval';
  const starting = startApproval({ store, machineArn, executions: starts });
  void again(time, () => starting(plane.taskId));
  const takingUp = takeUp({
    store,
    machineArn,
    executions: starts,
    tokens: withCrashes({ resume: tokens.resume }),
    now: time.now,
  });
  // The stream reports every Decision within a second.
  onDecision = (taskId) => void time.sleep(1000).then(() => again(time, () => takingUp(taskId)));

  const deciding = decideTask({ ...base, store, tokens: withCrashes({ resume: tokens.resume }) });
  const votes: (FailureCode | 'taken' | 'unanswered')[] = [];
  for (const [index, vote] of (plan.votes ?? []).entries()) {
    votes.push('unanswered');
    void (async () => {
      await time.sleep(vote.atSeconds * 1000);
      await again(time, async () => {
        try {
          await deciding(voteRequest({ ...plane, digest: vote.digest ?? plane.digest }, vote, time.now()));
          votes[index] = 'taken';
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          votes[index] = error.code;
          if (error.code === 'task.not_open') throw error;
        }
      });
    })();
  }
  if (plan.withdrawnAtSeconds !== undefined) {
    const withdrawing = withdrawAction({ ...base, store, tokens: withCrashes({ resume: tokens.resume }) });
    void time
      .sleep(plan.withdrawnAtSeconds * 1000)
      .then(() =>
        again(time, () => withdrawing(requestBy(agent, { id: plane.actionId, at: time.now() })).then(ignored)),
      );
  }
  const { touchedAtSeconds } = plan;
  if (touchedAtSeconds !== undefined && touchedAtSeconds >= 0)
    void time.sleep(touchedAtSeconds * 1000).then(() => sor.touch());
  for (const { atSeconds, invoke } of plan.extras ?? []) {
    const { taskId, actionId } = plane;
    void time
      .sleep(atSeconds * 1000)
      .then(() => functions[invoke]?.({ taskId, actionId, generation: 1 }))
      .catch(() => undefined);
  }
  for (const { atSeconds, act } of plan.during ?? []) void time.sleep(atSeconds * 1000).then(() => act(plane));
  const ended = await time.run();
  sor.land();
  return {
    plane,
    sor,
    calls,
    quiet: ended === 'quiet',
    executions,
    entered,
    sends: sendCalls,
    starts: startCalls,
    histories,
    votes,
  };
}

/** Converts to JSON and back, because only JSON passes between a state machine and a function. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** A function of the previous version drops the counts from its input, and its answer has none. */
function withoutCounts(value: unknown): unknown {
  const { loops: _loops, restart: _restart, ...others } = asJson(value ?? {}) as Record<string, unknown>;
  return others;
}

const ignored = (): void => undefined;

/** Repeats a request that got no answer, as a person, a gateway or a stream would. */
async function again(time: VirtualTime, act: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (error instanceof Failure && error.code === 'action.not_open') return;
      await time.sleep(5000);
    }
  }
}
