import { setImmediate as turn } from 'node:timers/promises';
import { VirtualTime } from '../virtual-time.ts';

/** A test's clock for functions that also wait for something outside the process: while they do, the clock does not move. */
export class Timeline extends VirtualTime {
  #away = 0;
  /** Called before the clock moves: it starts what can start now. @returns whether it started anything */
  pump: () => boolean = () => false;

  /** Waits for work that takes real time, such as HTTP. */
  readonly outside = async <T>(work: Promise<T>): Promise<T> => {
    this.#away += 1;
    try {
      return await work;
    } finally {
      this.#away -= 1;
    }
  };

  /** Lets time pass until the work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const end = (): void => void (ended = true);
    work.then(end, end);
    await this.#pass(() => ended);
    return work;
  }

  /** Lets time pass until `quiet` returns true. */
  readonly untilQuiet = (quiet: () => boolean): Promise<void> => this.#pass(quiet);

  async #pass(done: () => boolean): Promise<void> {
    for (;;) {
      await this.#settled();
      if (this.pump()) continue;
      if (done()) return;
      if ((await this.run(1)) === 'quiet') throw new Error('something waits for ever');
    }
  }

  async #settled(): Promise<void> {
    do await turn();
    while (this.#away > 0);
    await turn();
  }
}
