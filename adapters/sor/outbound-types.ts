/** Where a connector may go, as the tenant's file of the system of record declares it. */
export interface OutboundPolicy {
  /** Scheme, host and port in canonical form: `https://policy.example.com`. No path, no credentials. */
  readonly origin: string;
  /**
   * `public`: globally routable addresses only. `private`: only private addresses inside `cidrs`. `loopback`: only this
   * machine, where plain http is allowed too (the local cloud).
   */
  readonly network: 'public' | 'private' | 'loopback';
  readonly cidrs?: readonly string[];
  /** The whole exchange, from name resolution to the last byte of the answer. */
  readonly timeoutMillis: number;
  /** The answer's body. */
  readonly maxBytes: number;
  /** PEM of the authority that signs the peer's certificate, where it is none of the public ones. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded: what `expandPath` returns. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * `status`: the status line is the whole answer, a redirect's too. The body is neither read nor judged, whatever its size
   * or encoding. @default 'whole'
   */
  readonly answer?: 'whole' | 'status';
  /** Epoch milliseconds. The earlier of this and the policy's timeout ends the exchange. */
  readonly deadlineAt?: number;
  readonly now?: () => number;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, weak ones with their `W/`; absent where it is not an entity tag (RFC 9110, 8.8.3). */
  readonly etag?: string;
  readonly body: string;
}
