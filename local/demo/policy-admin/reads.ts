import { jsonAnswer, problemAnswer, type AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import type { AdminStore, StoredRecord } from './store.ts';

/** Compares If-None-Match, which ignores the weak prefix (RFC 9110, 13.1.2). */
const unchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

const answered = (request: Arrived, found: StoredRecord, body: unknown): AdminAnswer =>
  unchanged(request.header('if-none-match'), found.etag)
    ? { status: 304, headers: { etag: found.etag }, body: '' }
    : jsonAnswer(200, body, { etag: found.etag, 'cache-control': 'no-cache' });

const notFound = (): AdminAnswer => problemAnswer(404, 'not_found', 'This record does not exist.');

export const readRecord = (request: Arrived, store: AdminStore): AdminAnswer => {
  const found = store.read(request.path);
  return found === undefined ? notFound() : answered(request, found, found.body);
};

export const readReserve = (request: Arrived, store: AdminStore): AdminAnswer => {
  const found = store.read(request.path.replace(/\/reserve$/, ''));
  if (found === undefined) return notFound();
  return answered(request, found, reserveOf(found.body));
};

/** Returns the reserve of a claim as a resource: `{ claimId, amount, currency, updatedAt, reason }`. */
export const reserveOf = (claim: StoredRecord['body']): Record<string, unknown> => ({
  claimId: claim['claimId'],
  ...Object(claim['reserve']),
});
