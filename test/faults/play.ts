import { vi } from 'vitest';
import type { AuditEvent } from '../../contract/audit.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import type { HttpAnswer } from '../../lambdas/http.ts';
import { instance, Trace, type Fault, type Point } from './instance.ts';
import type { FaultKind } from './manners.ts';
import type { Outside } from './outside.ts';
import type { OpenScene, Scene } from './scene.ts';

/** How one invocation ended. `silent`: it crashed or hung, so whoever invoked it got nothing. */
export type Ended =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'silent' };

/** The content of a world at one moment. */
export interface Seen {
  readonly effects: Readonly<Record<string, number>>;
  readonly events: readonly AuditEvent[];
  readonly state: unknown;
}

export interface Played {
  /** False if the invocation did not reach the call at which the fault was planned. */
  readonly isHit: boolean;
  readonly first: Ended;
  /** True if the first invocation ended in such a way that nobody repeats it. */
  readonly isDone: boolean;
  readonly afterFirst: Seen;
  readonly retried: Ended;
  /** After the retry, and after a late write has landed. */
  readonly atEnd: Seen;
  readonly points: readonly Point[];
  readonly touched: ReadonlySet<string>;
}

const turns = 20;

/** Plays a scene: one invocation with a fault, its retry without one. Without a fault there is no retry either. */
export async function play(
  scene: Scene,
  planned?: Pick<Point, 'index'> & { readonly kind: FaultKind },
): Promise<Played> {
  vi.setSystemTime(scene.startsAt);
  const opened = await scene.open();
  const whole = instance(opened.outside as Outside, new Trace());
  const trace = new Trace();
  const fault: Fault | undefined = planned && {
    ...planned,
    overtake: async () => opened.retry(whole).catch(() => undefined),
    pass: (millis) => void vi.setSystemTime(Date.now() + millis),
  };
  const first = await ended(opened.invoke(instance(opened.outside as Outside, trace, fault)), trace, scene.isHttp);
  const afterFirst = await seenIn(opened);
  const retried = fault === undefined ? first : await ended(opened.retry(whole), new Trace(), scene.isHttp);
  await trace.land().catch(() => undefined);
  const atEnd = await seenIn(opened);
  vi.clearAllTimers();
  const { isHit, points } = trace;
  const { touched } = opened;
  return { isHit, first, isDone: isDone(first, opened), afterFirst, retried, atEnd, points, touched };
}

/** Copies what a world holds. The text of the state does not change with the world. */
const seenIn = async ({ effects, events, state }: OpenScene): Promise<Seen> => ({
  effects: effects(),
  events: events(),
  state: JSON.stringify(await state()),
});

function isDone(ended: Ended, opened: OpenScene): boolean {
  if (ended.kind === 'answer') return (ended.answer.statusCode ?? 500) < 300;
  return ended.kind === 'value' && opened.isDone(ended.value);
}

/** Waits for the end of an invocation. If it hangs, its time passes; a function that is not an HTTP function is ended. */
async function ended(work: Promise<unknown>, trace: Trace, isHttp: boolean): Promise<Ended> {
  const settled = work.then(
    (value): Ended => (isHttp ? { kind: 'answer', answer: value as HttpAnswer } : { kind: 'value', value }),
    (error: unknown): Ended => ({ kind: 'error', error }),
  );
  const silent: Ended = { kind: 'silent' };
  const early = await Promise.race([settled, trace.stopped]);
  if (early !== undefined) return early;
  if (trace.isCrashed) return silent;
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (isHttp && trace.points.length > 0) await vi.advanceTimersByTimeAsync(timeLimits.functionSeconds * 1000 - 1);
  return Promise.race([settled, Promise.resolve(silent)]);
}
