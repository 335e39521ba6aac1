import type { Answered, Asked, Gateway } from './gateway.ts';
import type { VirtualTime } from '../virtual-time.ts';

const tries = 12;

/** An API client that retries as the API asks: after a `Retry-After` it waits and sends the same request again. */
export class Client {
  readonly #gateway: Gateway;
  readonly #time: VirtualTime;

  constructor(gateway: Gateway, time: VirtualTime) {
    this.#gateway = gateway;
    this.#time = time;
  }

  async send(asked: Asked): Promise<Answered> {
    for (let count = 1; ; count += 1) {
      const answer = await this.#gateway.call(asked);
      const again = answer.retryAfterSeconds !== undefined && (answer.status === 503 || answer.status === 409);
      if (!again || count === tries) return answer;
      await this.#time.sleep((answer.retryAfterSeconds ?? 1) * 1000);
    }
  }

  /** Sends a request that must succeed. @throws if the answer is still a refusal after the retries */
  async ask(asked: Asked): Promise<Answered> {
    const answer = await this.send(asked);
    if (answer.status >= 300) throw new Error(`${asked.route}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** Repeats the request, at growing intervals, until `look` returns a value. */
  async until<T>(asked: Asked, look: (answer: Answered) => T | undefined): Promise<T> {
    for (let pauseSeconds = 1; ; pauseSeconds = Math.min(300, pauseSeconds * 2)) {
      const seen = look(await this.ask(asked));
      if (seen !== undefined) return seen;
      if (this.#time.now() > giveUpAtMillis) throw new Error(`${asked.route}: waited too long`);
      await this.#time.sleep(pauseSeconds * 1000);
    }
  }
}

/** The time at which the clock of a journey starts. */
export const startsAtMillis = Date.parse('2026-12-01T09:00:00.000Z');
const giveUpAtMillis = startsAtMillis + 24 * 3600_000;
