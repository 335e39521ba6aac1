/** Error: a file cannot be read or written. The message says which file, what is wrong with it, and what to do. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly problem: string;
  readonly fix: string;
  /** True if nothing is at the path. */
  readonly missing: boolean;

  constructor(file: string, why: { problem: string; fix: string; missing?: boolean }, options?: ErrorOptions) {
    super(`${file} ${why.problem}. ${why.fix}`, options);
    this.problem = why.problem;
    this.fix = why.fix;
    this.missing = why.missing ?? false;
  }
}
