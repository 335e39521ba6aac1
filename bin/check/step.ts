/** Result of one step of `npm run check`. */
export type StepFinding =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Output of the tool, unchanged. */
      readonly output: string;
      /** One sentence that says how to correct the problem. */
      readonly next: string;
    };

export interface CheckStep {
  readonly name: string;
  run(): Promise<StepFinding>;
}

export const found = (ok: boolean, output: string, next: string): StepFinding =>
  ok ? { ok } : { ok, output: output.trim(), next };
