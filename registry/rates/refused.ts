/** A published file that no table is made of: what is wrong with it, and what to do. */
export class RatesRefused extends Error {
  override readonly name = 'RatesRefused';

  constructor(what: string, fix: string, cause?: unknown) {
    super(`${what}. ${fix}`, cause === undefined ? undefined : { cause });
  }
}
