interface FailureTexts {
  readonly what: string;
  readonly why: string;
  readonly next: string;
}

/** Failure with three lines for a person: what failed, why, and what to do next. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure';
  readonly what: string;
  readonly why: string;
  readonly next: string;

  constructor({ what, why, next }: FailureTexts, options?: ErrorOptions) {
    super(`${what}\n  why: ${why}\n  do:  ${next}`, options);
    this.what = what;
    this.why = why;
    this.next = next;
  }
}
