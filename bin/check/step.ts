/** What one step of `npm run check` found. */
export type StepFinding =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** What the tool said, as it said it. */
      readonly output: string;
      /** One line: what to do about it. */
      readonly next: string;
    };

export interface CheckStep {
  readonly name: string;
  run(): Promise<StepFinding>;
}

export const found = (ok: boolean, output: string, next: string): StepFinding =>
  ok ? { ok } : { ok, output: output.trim(), next };
