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
  /** The time limit of the whole exchange, from name resolution to the last byte of the answer. */
  readonly timeoutMillis: number;
  /** The largest body of an answer, in bytes. */
  readonly maxBytes: number;
  /**
   * The certificate (PEM) of the authority that signed the peer's certificate, if that authority is not a public one.
   */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The path and query, percent-encoded as `expandPath` returns them. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * How much of the answer is read. `status`: only the status line and headers count, also for a redirect, and the body
   * is not read.
   * @default 'whole'
   */
  readonly answer?: 'whole' | 'status';
  /** Epoch milliseconds. The exchange ends at this time or after the policy's timeout, whichever is earlier. */
  readonly deadlineAt?: number;
  readonly now?: () => number;
}

export interface OutboundResponse {
  readonly status: number;
  /** The headers by their names in lower case. The values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The entity tag as the peer sent it; a weak tag begins with `W/`. Absent if the header is not an entity tag (RFC
   * 9110, 8.8.3).
   */
  readonly etag?: string;
  readonly body: string;
}
