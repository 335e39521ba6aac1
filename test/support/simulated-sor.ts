import type { Sent } from '../../action-plane/answer.ts';
import type { Change } from '../../action-plane/commit.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';

export const behaviours = [
  'answer',
  'lose-answer',
  'lose-request',
  /** No answer comes. The change is applied after the time limit of the send, but within the time that the SoR promises. */
  'late',
  /** A gateway answers 503. The change was not applied, was applied, or will be applied within the promised time. */
  'busy',
  'busy-applied',
  'busy-late',
  /** The change was applied, but the answer is a refusal: a proxy sent the change twice, or found its key in progress. */
  'refused-applied',
  /** The change is refused and not applied. */
  'refused',
  'unauthorised',
  'unreachable',
] as const;

/** The SoR breaks its promise: the change is applied a minute after the time in which it must be applied or never. */
export const brokenPromises = ['lands-late', 'busy-lands-late'] as const;

export type Behaviour = (typeof behaviours)[number] | (typeof brokenPromises)[number];

export interface SorOptions {
  /** One for each send. All later sends are answered and applied. */
  readonly behaviours?: readonly Behaviour[];
  readonly checksPrecondition?: boolean;
  /** The time for which the SoR remembers an `Idempotency-Key` and does not apply its change again. */
  readonly remembersMillis?: number;
  /** Between these instants, reads come from a replica that is behind. It says so if the SoR file declares a replica. */
  readonly replica?: { readonly lagMillis: number; readonly fromMillis: number; readonly untilMillis: number };
}

interface State {
  readonly atMillis: number;
  readonly version: number;
  readonly applied: number;
}

const promiseBrokenByMillis = 60_000;

/**
 * A system of record that deduplicates and checks preconditions only if a test says so. Only the platform can keep it from
 * applying a change twice.
 */
export class SimulatedSor implements Connectors {
  version = 1;
  readonly requests: Change[] = [];
  /** The journal: the reference of each change, in the order in which they were applied. */
  readonly applied: string[] = [];
  readonly behaviours: Behaviour[];
  readonly #now: () => number;
  readonly #sor: HttpSor;
  readonly #options: SorOptions;
  readonly #states: State[] = [{ atMillis: 0, version: 1, applied: 0 }];
  #pending: { readonly at: number; readonly change: Change }[] = [];

  constructor(sor: HttpSor, now: () => number, options: SorOptions = {}) {
    this.#sor = sor;
    this.#now = now;
    this.#options = options;
    this.behaviours = [...(options.behaviours ?? [])];
  }

  /** Changes the target, as another user of the SoR would. */
  touch(): void {
    this.version += 1;
    this.#changed(this.#now());
  }

  readonly send = async (change: Change): Promise<Sent> => {
    this.#settle();
    const behaviour = this.behaviours.shift() ?? 'answer';
    if (behaviour === 'unreachable') return { kind: 'not_sent', reason: 'outbound.unreachable' };
    this.requests.push(change);
    if (behaviour === 'lose-request') return { kind: 'no_answer', reason: 'outbound.timeout' };
    if (behaviour === 'busy') return { kind: 'answer', status: 503 };
    if (behaviour === 'refused') return { kind: 'answer', status: 409 };
    if (behaviour === 'unauthorised') return { kind: 'answer', status: 401 };
    if (isLate(behaviour)) {
      const promised = change.deadlineAt + (this.#sor.settlesWithinMillis ?? 0);
      const at = behaviour.endsWith('lands-late') ? promised + promiseBrokenByMillis : promised;
      this.#pending.push({ at, change });
      const busy = behaviour.startsWith('busy');
      return busy ? { kind: 'answer', status: 503 } : { kind: 'no_answer', reason: 'outbound.timeout' };
    }
    const status = this.#apply(change, this.#now());
    if (behaviour === 'busy-applied') return { kind: 'answer', status: 503 };
    if (behaviour === 'refused-applied') return { kind: 'answer', status: 412 };
    return behaviour === 'lose-answer'
      ? { kind: 'no_answer', reason: 'outbound.answer_lost' }
      : { kind: 'answer', status, etag: `"${this.version}"` };
  };

  readonly read = async (_sor: HttpSor, request: { path: string; ifNoneMatch?: string }): Promise<SorAnswer> => {
    this.#settle();
    const { replica } = this.#options;
    const now = this.#now();
    const isBehind = replica !== undefined && now >= replica.fromMillis && now < replica.untilMillis;
    const lagMillis = isBehind ? replica.lagMillis : 0;
    const seen = this.#states.findLast(({ atMillis }) => atMillis <= now - lagMillis) ?? this.#states[0];
    const lag = this.#sor.replica;
    const headers = lag === undefined ? {} : { [lag.lagHeader.toLowerCase()]: String(lagMillis / 1000) };
    const answer = (status: number, etag?: string): SorAnswer => ({
      kind: 'answer',
      status,
      headers,
      body: '',
      ...(etag === undefined ? {} : { etag }),
    });
    const reference = /^\/changes\/(.+)$/.exec(request.path)?.[1];
    if (reference !== undefined) return answer(this.applied.slice(0, seen?.applied).includes(reference) ? 200 : 404);
    const etag = `"${seen?.version}"`;
    return answer(request.ifNoneMatch === etag ? 304 : 200, etag);
  };

  /** Applies what is still on its way and due. A test calls it at the end, when no send or read follows. */
  readonly land = (): void => this.#settle(Infinity);

  #settle(untilMillis = this.#now()): void {
    const due = this.#pending.filter(({ at }) => at <= untilMillis);
    this.#pending = this.#pending.filter(({ at }) => at > untilMillis);
    for (const { at, change } of due) this.#apply(change, at);
  }

  #apply(change: Change, atMillis: number): number {
    if (this.#options.checksPrecondition === true && change.ifMatch !== `"${this.version}"`) return 412;
    const { remembersMillis = 0 } = this.#options;
    const earlier = this.applied.lastIndexOf(change.reference);
    const known = this.#states.find(({ applied }) => applied === earlier + 1)?.atMillis ?? 0;
    if (earlier >= 0 && atMillis - known < remembersMillis) return 200;
    this.applied.push(change.reference);
    this.version += 1;
    this.#changed(atMillis);
    return 200;
  }

  #changed(atMillis: number): void {
    this.#states.push({ atMillis, version: this.version, applied: this.applied.length });
  }
}

const isLate = (behaviour: Behaviour): boolean => /^(busy-)?(lands-)?late$/.test(behaviour);
