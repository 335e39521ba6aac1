/** Error: a corpus cannot be built or published. The message says why, and what to do. */
export class CorpusRefused extends Error {
  override readonly name = 'CorpusRefused';
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}
