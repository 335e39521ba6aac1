/** A clock that a test controls. It advances only after everything that can happen at the present time has happened. */
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

  /**
   * Runs until nothing waits for time any more, or until it has woken `steps` sleepers.
   *
   * @returns `unending` if something may still wait
   */
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

/** Waits for one turn of the event loop. After it, all promises that depend only on other promises are settled. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
