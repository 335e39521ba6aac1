import type { Model, ModelAnswer, ModelRequest } from '../../contract/ports.ts';

/** A model in this process that says what it was told to; of what it was not told, it does not answer. */
export class MemoryModel implements Model {
  readonly requests: ModelRequest[] = [];
  #answers: readonly ModelAnswer[] = [];

  /** What it is told to say, one request after the other; the last for all that follow. */
  answer(...answers: readonly ModelAnswer[]): void {
    this.#answers = answers;
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    this.requests.push(request);
    const [next, ...rest] = this.#answers;
    if (rest.length > 0) this.#answers = rest;
    return next ?? { kind: 'unavailable', reason: 'no answer was recorded' };
  }
}
