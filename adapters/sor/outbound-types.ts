/** The addresses that a connector may connect to, as the tenant's SoR file declares them. */
export interface OutboundPolicy {
  /** Scheme, host and port in canonical form: `https://policy.example.com`. No path, no credentials. */
  readonly origin: string;
  /**
   * `public`: globally routable addresses only. `private`: only private addresses inside `cidrs`. `loopback`: only this
   * machine, where plain http is allowed too (the local cloud).
   */
  readonly network: 'public' | 'private' | 'loopback';
  readonly cidrs?: readonly string[];
  /** For the whole exchange, from name resolution to the last byte of the answer. */
  readonly timeoutMillis: number;
  /** The largest body of an answer. */
  readonly maxBytes: number;
  /** PEM of the authority that signed the peer's certificate, if it is not a public one. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded: what `expandPath` returns. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * `status`: the status line is the whole answer, also for a redirect. The body is not read, whatever its size or
   * encoding.
   * @default 'whole'
   */
  readonly answer?: 'whole' | 'status';
  /** Epoch milliseconds. The exchange ends at this time or at the policy's timeout, whichever is earlier. */
  readonly deadlineAt?: number;
  readonly now?: () => number;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case. Repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, weak tags with their `W/`. Absent if the header is not an entity tag (RFC 9110, 8.8.3). */
  readonly etag?: string;
  readonly body: string;
}
