/**
 * All ways in which an outbound request can fail. `retryable` means that the same request may succeed later. It does
 * not mean that sending it again is safe: the member `sent` of each error says if it is.
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
 * The failure of a request without a usable answer. `sent` is false only if it is certain that no byte reached the
 * peer. After `sent: false` the caller may send again; after `sent: true` it must reconcile. The message consists of
 * fixed words and system error codes and never contains a header, a path or a body. There is no `cause`, because the
 * error of an HTTP parser contains the raw packet.
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
