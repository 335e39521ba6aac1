/**
 * Every way an outbound request can fail. `retryable` says that the same request may succeed later by itself; it does
 * not say that sending it again is safe: that is `sent`, of which each error carries its own.
 */
export const outboundFailures = {
  'outbound.policy_invalid': { retryable: false },
  'outbound.origin_refused': { retryable: false },
  'outbound.path_refused': { retryable: false },
  'outbound.request_refused': { retryable: false },
  'outbound.address_refused': { retryable: false },
  'outbound.unresolved': { retryable: true },
  'outbound.unreachable': { retryable: true },
  'outbound.tls_refused': { retryable: false },
  'outbound.timeout': { retryable: true },
  'outbound.answer_lost': { retryable: true },
  'outbound.redirect_refused': { retryable: false },
  'outbound.encoding_refused': { retryable: false },
  'outbound.answer_invalid': { retryable: false },
  'outbound.too_large': { retryable: false },
} as const;

export type OutboundCode = keyof typeof outboundFailures;

/**
 * A request that got no usable answer. `sent` is whether any byte of the request may have reached the peer: false only
 * where that is proved, so that whoever sees `sent: false` may send again and whoever sees `true` must reconcile.
 *
 * The message is made of fixed words and system error codes. It never holds a header, a path or a body, and there is no
 * `cause`: an HTTP parser error carries the raw packet with it.
 */
export class OutboundError extends Error {
  readonly code: OutboundCode;
  readonly sent: boolean;
  readonly retryable: boolean;

  constructor(code: OutboundCode, detail: string, sent: boolean) {
    super(`${code}: ${detail}`);
    this.name = code;
    this.code = code;
    this.sent = sent;
    this.retryable = outboundFailures[code].retryable;
  }
}
