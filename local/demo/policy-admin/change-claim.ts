import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { jsonAnswer, problemAnswer, withHeaders, type AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import type { RecordedChange, Changes } from './changes.ts';
import { atomically } from './database.ts';
import { referenceOf } from './reference.ts';
import type { AdminStore, StoredRecord } from './store.ts';

const replayed = (change: RecordedChange, fingerprint: string): AdminAnswer =>
  change.fingerprint === fingerprint
    ? {
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          etag: change.etag,
          'idempotent-replayed': 'true',
        },
        body: change.answer,
      }
    : problemAnswer(
        422,
        'idempotency_key_reused',
        'This Idempotency-Key was already used for another request. Use a new one.',
      );

/**
 * Checks If-Match. It compares strongly (RFC 9110, 13.1.1), so a weak tag never matches. `*` names no version, and
 * counts as missing.
 */
const precondition = (header: string | undefined, found: StoredRecord): AdminAnswer | undefined => {
  const tags = header?.split(',').map((tag) => tag.trim()) ?? [];
  if (tags.every((tag) => tag === '' || tag === '*')) {
    return problemAnswer(
      428,
      'precondition_required',
      'Send If-Match with the entity tag of the claim that you have read.',
    );
  }
  return tags.includes(found.etag)
    ? undefined
    : withHeaders(
        {
          etag: found.etag,
        },
        problemAnswer(
          412,
          'precondition_failed',
          'The claim has changed since you read it. Nothing was applied. Read it again.',
        ),
      );
};

export interface ClaimDesk {
  readonly database: DatabaseSync;
  readonly store: AdminStore;
  readonly changes: Changes;
  readonly now: () => Date;
}

type Body = StoredRecord['body'];

/** One kind of change that can be made to an open claim. */
export interface ClaimChange<T> {
  /** The part of the path that comes after the path of the claim. */
  readonly suffix: string;
  /** Parses the body. Undefined if it is malformed. */
  readonly parse: (body: string) => T | undefined;
  readonly malformed: { readonly code: string; readonly detail: string };
  readonly closed: { readonly code: string; readonly detail: string };
  /** Returns the claim after the change. */
  readonly apply: (claim: Body, change: T, at: string) => Body;
  readonly shown: (claim: Body, change: T, at: string) => unknown;
}

/**
 * Changes a claim. The claim, its version, the reference and the answer are written in one transaction. If a change
 * with this key was already applied, the recorded answer is returned before If-Match is checked, because that change
 * has made the old version stale. A refused change does not use up its key.
 */
export const changeClaim = <T>(
  request: Arrived,
  { database, store, changes, now }: ClaimDesk,
  one: ClaimChange<T>,
): AdminAnswer => {
  const { method, path } = request;
  const claimPath = path.slice(0, -one.suffix.length);
  const ref = referenceOf(request.header('idempotency-key'));
  if (ref === undefined)
    return problemAnswer(
      400,
      'idempotency_key_required',
      'Send the header Idempotency-Key with 1 to 255 characters of A-Z a-z 0-9 _ . : -',
    );
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${request.body}`).digest('hex');

  return atomically(database, () => {
    const earlier = changes.find(ref);
    if (earlier !== undefined) return replayed(earlier, fingerprint);
    const found = store.read(claimPath);
    if (found === undefined) return problemAnswer(404, 'not_found', 'This claim does not exist.');
    const change = one.parse(request.body);
    if (change === undefined) return problemAnswer(400, one.malformed.code, one.malformed.detail);
    const refused = precondition(request.header('if-match'), found);
    if (refused !== undefined) return refused;
    if (found.body['status'] !== 'open') return problemAnswer(409, one.closed.code, one.closed.detail);

    const at = now().toISOString();
    const claim = one.apply(found.body, change, at);
    const etag = store.replace(claimPath, claim);
    const answer = jsonAnswer(200, one.shown(claim, change, at), { etag });
    changes.add({ ref, fingerprint, method, path, etag, at, answer: answer.body });
    return { ...answer, applied: true };
  });
};
