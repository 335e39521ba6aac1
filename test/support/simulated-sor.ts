import type { Sent } from '../../action-plane/answer.ts';
import type { Change } from '../../action-plane/commit.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';

export const behaviours = [
  'answer',
  'lose-answer',
  'lose-request',
  /** The sender gets no answer. The change is applied after the send's own time, within the SoR's promised time. */
  'late',
  /** A gateway answers 503. The change was not applied, was applied, or will be applied within the promised time. */
  'busy',
  'busy-applied',
  'busy-late',
  /** A proxy sends the change again, or finds its key in progress: the change was applied and the answer is a refusal. */
  'refused-applied',
  /** The change is refused and not applied. */
  'refused',
  'unauthorised',
  'unreachable',
] as const;
export type Behaviour = (typeof behaviours)[number];

/**
 * A system of record that never deduplicates and checks preconditions only if told to. Only our own care keeps it from
 * applying a change twice.
 */
export class SimulatedSor implements Connectors {
  version = 1;
  readonly requests: Change[] = [];
  readonly applied: string[] = [];
  readonly behaviours: Behaviour[];
  readonly #now: () => number;
  readonly #sor: HttpSor;
  #pending: { readonly at: number; readonly change: Change }[] = [];
  checksPrecondition: boolean;

  constructor(sor: HttpSor, now: () => number, behaviours: readonly Behaviour[] = [], checksPrecondition = false) {
    this.#sor = sor;
    this.#now = now;
    this.behaviours = [...behaviours];
    this.checksPrecondition = checksPrecondition;
  }

  /** Somebody else changes the target. */
  touch(): void {
    this.version += 1;
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
    if (behaviour === 'late' || behaviour === 'busy-late') {
      const at = change.deadlineAt + (this.#sor.settlesWithinMillis ?? 0);
      this.#pending.push({ at, change });
      return behaviour === 'late' ? { kind: 'no_answer', reason: 'outbound.timeout' } : { kind: 'answer', status: 503 };
    }
    const status = this.#apply(change);
    if (behaviour === 'busy-applied') return { kind: 'answer', status: 503 };
    if (behaviour === 'refused-applied') return { kind: 'answer', status: 412 };
    return behaviour === 'lose-answer'
      ? { kind: 'no_answer', reason: 'outbound.answer_lost' }
      : { kind: 'answer', status, etag: `"${this.version}"` };
  };

  readonly read = async (_sor: HttpSor, request: { path: string; ifNoneMatch?: string }): Promise<SorAnswer> => {
    this.#settle();
    const answer = (status: number, etag?: string): SorAnswer => ({
      kind: 'answer',
      status,
      headers: {},
      body: '',
      ...(etag === undefined ? {} : { etag }),
    });
    const reference = /^\/changes\/(.+)$/.exec(request.path)?.[1];
    if (reference !== undefined) return answer(this.applied.includes(reference) ? 200 : 404);
    const etag = `"${this.version}"`;
    return answer(request.ifNoneMatch === etag ? 304 : 200, etag);
  };

  #settle(): void {
    const due = this.#pending.filter(({ at }) => at <= this.#now());
    this.#pending = this.#pending.filter(({ at }) => at > this.#now());
    for (const { change } of due) this.#apply(change);
  }

  #apply(change: Change): number {
    if (this.checksPrecondition && change.ifMatch !== `"${this.version}"`) return 412;
    this.applied.push(change.reference);
    this.version += 1;
    return 200;
  }
}
