/**
 * Every way in which an outbound request can fail. `retryable` means that the same request may succeed later. It does
 * not mean that sending it again is safe: each error says that with `sent`.
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
 * A request without a usable answer. `sent` says if any byte may have reached the peer. It is false only if that is
 * proved: after `sent: false` the caller may send again, after `sent: true` it must reconcile. The message consists of
 * fixed words and system error codes. It never holds a header, a path or a body, and there is no `cause`, because an
 * HTTP parser error carries the raw packet.
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
