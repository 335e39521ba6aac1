/** What is wrong in a tenant's folder, where, and what to do about it. Lines and columns count from 1. */
export interface Problem {
  /** Relative to the tenant's folder. */
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

/** All that is wrong with a tenant, at once, in the order of the files. */
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
