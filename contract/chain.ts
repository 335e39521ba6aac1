import frame from '@middy/core';

type Step = (call: object) => object | Promise<object>;

/** The steps of one call, in order. Each step adds to the type of the call, so a wrong order does not compile. */
export interface Chain<First extends object, Now extends object> {
  use<Next extends object>(step: (call: Now) => Next | Promise<Next>): Chain<First, Next>;
  /**
   * Ends the chain with the handler. If a step or the handler throws, `failed` turns the error, and what is known of
   * the call by then, into an outcome.
   */
  end<Out>(
    handle: (call: Now) => Promise<Out>,
    failed: (error: unknown, known: First & Partial<Now>) => Promise<Out>,
  ): (call: First) => Promise<Out>;
}

/** Limits how long a step may work on the given call. */
type InTime<First> = <T>(work: Promise<T>, call: First) => Promise<T>;

/**
 * Starts an empty chain. Each step becomes a middy `before` middleware. No step returns early, none has an `after`, and
 * middy's own timer is off.
 */
export const chain = <First extends object>(inTime: InTime<First>): Chain<First, First> =>
  link<First, First>(inTime, []);

function link<First extends object, Now extends object>(
  inTime: InTime<First>,
  steps: readonly Step[],
): Chain<First, Now> {
  return {
    use: <Next extends object>(step: (call: Now) => Next | Promise<Next>) =>
      link<First, Next>(inTime, [...steps, step as Step]),
    end: <Out>(
      handle: (call: Now) => Promise<Out>,
      failed: (error: unknown, known: First & Partial<Now>) => Promise<Out>,
    ) => {
      const handler = frame<First & Partial<Now>, Out>({ timeoutEarlyInMillis: 0 });
      for (const step of steps) {
        handler.before(async (request) => {
          request.event = (await inTime(done(step, request.event), request.event)) as First & Partial<Now>;
        });
      }
      handler.onError(async (request) => {
        request.response = await failed(request.error, request.event);
      });
      const run = handler.handler(handle as never) as unknown as (call: First, context: object) => Promise<Out>;
      return (call) => run(call, {});
    },
  };
}

/** Runs a step. A step that throws synchronously fails like one whose promise is rejected. */
const done = async (step: Step, call: object): Promise<object> => step(call);
