export interface AdminAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set if this request committed a change. */
  readonly applied?: true;
}

export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): AdminAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** Returns a problem document (RFC 9457). The detail says what to do, and never repeats the request. */
export const problemAnswer = (status: number, code: string, detail: string): AdminAnswer =>
  jsonAnswer(status, { status, code, detail }, { 'content-type': 'application/problem+json' });

export const withHeaders = (headers: Readonly<Record<string, string>>, answer: AdminAnswer): AdminAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});
