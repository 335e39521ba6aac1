/** What one step of `npm run check` found. */
export type Finding =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** What the tool said, as it said it. */
      readonly output: string;
      /** One line: what to do about it. */
      readonly next: string;
    };

export interface Step {
  readonly name: string;
  run(): Promise<Finding>;
}

export const found = (ok: boolean, output: string, next: string): Finding =>
  ok ? { ok } : { ok, output: output.trim(), next };
