import { z } from 'zod';
import { type ApiAnswer, type ApiCall, callApi } from '../api-client.ts';
import type { Demo } from '../demo-file.ts';
import { LocalFailure } from '../../cloud/failure.ts';
import { tokenFor } from '../tokens.ts';

/** One step of the journey, as it is shown to a person. */
export interface JourneyStep {
  readonly name: string;
  readonly who: string;
  /** Result of the step in a few words. */
  readonly answer: string;
  readonly status: number;
  readonly millis: number;
  readonly eventId: string | undefined;
  readonly receipt?: StepReceipt;
}

const receipt = z.object({
  eventId: z.string(),
  version: z.string(),
  argsHash: z.string(),
  resultHash: z.string(),
  policies: z.array(z.string()),
  markings: z.array(z.string()),
});
export type StepReceipt = z.infer<typeof receipt>;

const dispatched = z.object({ result: z.unknown(), receipt });

export interface AskedStep extends ApiCall {
  readonly name: string;
  readonly who: string;
  readonly expects?: number;
}

/** Sends the requests of one caller in the journey, and collects the steps. */
export class Traveller {
  readonly steps: JourneyStep[] = [];
  readonly #demo: Demo;
  readonly #tell: (step: JourneyStep) => void;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(demo: Demo, tell: (step: JourneyStep) => void) {
    this.#demo = demo;
    this.#tell = tell;
  }

  /**
   * Sends the request of a step and returns its parsed body.
   * @throws {LocalFailure} if the answer has another status than expected
   */
  async ask<T>(asked: AskedStep, shape: z.ZodType<T>, answerOf: (body: T) => string): Promise<T> {
    const since = performance.now();
    const answer = await this.call(asked);
    if (answer.status !== (asked.expects ?? 200)) throw unexpected(asked, answer);
    const body = shape.parse(answer.body);
    const found = dispatched.safeParse(answer.body);
    const step: JourneyStep = {
      name: asked.name,
      who: asked.who,
      answer: answerOf(body),
      status: answer.status,
      millis: performance.now() - since,
      eventId: answer.eventId,
      ...(found.success ? { receipt: found.data.receipt } : {}),
    };
    this.steps.push(step);
    this.#tell(step);
    return body;
  }

  /** Sends a request that is not shown as a step, such as a poll of an Action's state. */
  async call(asked: ApiCall & { readonly who: string }): Promise<ApiAnswer> {
    const token = this.#tokens.get(asked.who) ?? tokenFor(this.#demo, asked.who);
    this.#tokens.set(asked.who, token);
    return callApi(this.#demo.apiUrl, await token, asked);
  }
}

const problem = z.object({ code: z.string(), detail: z.string(), next: z.string() });

function unexpected({ name, expects = 200 }: AskedStep, { status, body, eventId }: ApiAnswer): LocalFailure {
  const told = problem.safeParse(body);
  const why = told.success ? `${told.data.code}: ${told.data.detail}.` : 'The answer was not a problem document.';
  const next = told.success ? told.data.next : 'Read .local/cloud/cloud.log.';
  return new LocalFailure({
    what: `The journey stopped at the step “${name}”.`,
    why: `The status of the answer was ${status} instead of ${expects}. ${why}${eventId === undefined ? '' : ` Event ${eventId}.`}`,
    next,
  });
}

/** Shortens an id for the printed table. */
export const short = (id: string): string => `${id.slice(0, 13)}…`;
