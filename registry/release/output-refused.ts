/** What stands where an output was to go is not ours to replace; nothing was written. */
export class OutputRefused extends Error {
  override readonly name = 'OutputRefused';

  constructor(out: string, why: string) {
    super(`${out} ${why}. Nothing was written. Use another path, or remove it yourself`);
  }
}
