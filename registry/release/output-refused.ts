/** Error: the path for an output has other files, which must not be replaced. Nothing was written. */
export class OutputRefused extends Error {
  override readonly name = 'OutputRefused';

  constructor(out: string, why: string) {
    super(`${out} ${why}. Nothing was written. Use another path, or remove it yourself`);
  }
}
