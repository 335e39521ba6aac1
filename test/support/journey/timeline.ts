import { setImmediate as turn } from 'node:timers/promises';
import { VirtualTime } from '../virtual-time.ts';

/**
 * A virtual clock for functions that also wait for real work, such as HTTP. The clock does not advance while they wait for
 * it.
 */
export class Timeline extends VirtualTime {
  #outsideCount = 0;
  /** Called before the clock advances; starts what can start now. @returns whether it started anything */
  pump: () => boolean = () => false;

  /** Waits for work that takes real time, such as HTTP. */
  readonly outside = async <T>(work: Promise<T>): Promise<T> => {
    this.#outsideCount += 1;
    try {
      return await work;
    } finally {
      this.#outsideCount -= 1;
    }
  };

  /** Lets virtual time pass until the work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const end = (): void => void (ended = true);
    work.then(end, end);
    await this.#pass(() => ended);
    return work;
  }

  /** Lets virtual time pass until `quiet` returns true. */
  readonly untilQuiet = (quiet: () => boolean): Promise<void> => this.#pass(quiet);

  async #pass(done: () => boolean): Promise<void> {
    for (;;) {
      await this.#settled();
      if (this.pump()) continue;
      if (done()) return;
      if ((await this.run(1)) === 'quiet') throw new Error('the test waits forever: no timer is left');
    }
  }

  async #settled(): Promise<void> {
    do await turn();
    while (this.#outsideCount > 0);
    await turn();
  }
}
