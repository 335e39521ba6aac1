/** Error: a published file cannot become a table. The message says what is wrong and what to do. */
export class RatesRefused extends Error {
  override readonly name = 'RatesRefused';

  constructor(what: string, fix: string, cause?: unknown) {
    super(`${what}. ${fix}`, cause === undefined ? undefined : { cause });
  }
}
