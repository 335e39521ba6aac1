/** A clock that a test controls: it moves only after everything that can happen now has happened. */
export class VirtualTime {
  millis: number;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(start: number) {
    this.millis = start;
  }

  readonly now = (): number => this.millis;

  readonly sleep = (millis: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ at: this.millis + Math.max(0, millis), wake: resolve });
    return promise;
  };

  /** Runs until nothing waits for time, or for `steps` wake-ups: what still waits then waits for ever. */
  async run(steps = 100_000): Promise<'quiet' | 'unending'> {
    for (let step = 0; step < steps; step += 1) {
      await idle();
      this.#sleepers.sort((a, b) => a.at - b.at);
      const next = this.#sleepers.shift();
      if (next === undefined) return 'quiet';
      this.millis = Math.max(this.millis, next.at);
      next.wake();
    }
    return 'unending';
  }
}

/** Promises that depend only on promises are settled once the event loop comes round. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
