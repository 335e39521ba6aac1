/** A corpus that cannot be built or published as it is: what stands in the way, and what to do. */
export class CorpusRefused extends Error {
  override readonly name = 'CorpusRefused';
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}
