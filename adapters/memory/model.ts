import type { Model, ModelAnswer, ModelRequest } from '../../contract/ports.ts';

/** A model in memory that gives prepared answers. If none is prepared, it is unavailable. */
export class MemoryModel implements Model {
  readonly requests: ModelRequest[] = [];
  #answers: readonly ModelAnswer[] = [];

  /** Sets the answers, one for each request. The last one is repeated. */
  answer(...answers: readonly ModelAnswer[]): void {
    this.#answers = answers;
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    this.requests.push(request);
    const [next, ...rest] = this.#answers;
    if (rest.length > 0) this.#answers = rest;
    return next ?? { kind: 'unavailable', reason: 'no answer is prepared for this test' };
  }
}
