/** A problem in a tenant's folder: what is wrong, where, and the fix. Lines and columns count from 1. */
export interface Problem {
  /** Path relative to the tenant's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix: string;
}

export const formatProblem = ({ file, line, column, message, fix }: Problem): string =>
  `${file}:${line}:${column}: ${message}. ${fix}`;

const byPlace = (a: Problem, b: Problem): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;

/** Error with all problems of a tenant, in the order of the files. */
export class TenantInvalid extends Error {
  override readonly name = 'TenantInvalid';
  readonly problems: readonly Problem[];

  constructor(tenant: string, problems: readonly Problem[]) {
    const sorted = [...problems].sort(byPlace);
    const count = sorted.length === 1 ? '1 problem' : `${sorted.length} problems`;
    super(`tenant ${tenant} has ${count}:\n${sorted.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`);
    this.problems = sorted;
  }
}
