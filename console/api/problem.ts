/** A refusal of the API, as problem details (RFC 9457) with a code of the closed table and the next step. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly next?: string;
  readonly eventId?: string;
}

/** The API refused a request. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** The API did not answer: the network is down, or the answer came from something else than the API. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}
