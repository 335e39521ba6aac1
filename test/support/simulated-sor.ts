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
export type Behaviour = (typeof behaviours)[number];

/**
 * A system of record that does not deduplicate, and that checks preconditions only if a test says so. Only the platform can
 * keep it from applying a change twice.
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

  constructor(
    sor: HttpSor,
    now: () => number,
    {
      behaviours = [],
      checksPrecondition = false,
    }: { readonly behaviours?: readonly Behaviour[]; readonly checksPrecondition?: boolean } = {},
  ) {
    this.#sor = sor;
    this.#now = now;
    this.behaviours = [...behaviours];
    this.checksPrecondition = checksPrecondition;
  }

  /** Changes the target, as another user of the SoR would. */
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
