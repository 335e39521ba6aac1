import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';

export interface Cursors {
  /** Returns the cursor for the rows after a place of the list. */
  readonly seal: (place: string) => string;
  /** Returns the place in a cursor. @throws Failure `request.invalid` if it is malformed or belongs to another query */
  readonly open: (cursor: string) => string;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Returns the cursors of one query of one caller. A cursor is encrypted, because the row at its place may be one that the
 * caller may not see. It cannot be used for another query or by another caller.
 * @param secret the telemetry key of the head
 */
export function cursorsOf(secret: string | undefined, query: object): Cursors {
  const bound = Buffer.from(canonicalJson(query));
  return {
    seal: (place) => {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, keyOf(secret), iv, { authTagLength: tagBytes }).setAAD(bound);
      const sealed = [iv, sealing.update(place, 'utf8'), sealing.final(), sealing.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    open: (cursor) => {
      const key = keyOf(secret);
      const bytes = Buffer.from(cursor, 'base64url');
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
        opening.setAAD(bound).setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opening.update(bytes.subarray(ivBytes, -tagBytes)), opening.final()]).toString('utf8');
      } catch {
        throw new Failure(
          'request.invalid',
          'the parameter cursor is malformed, or belongs to another query: send the cursor of the previous page with the same parameters, or leave it out to begin again',
        );
      }
    },
  };
}

/** @throws Failure `dependency.unavailable` if the head has no telemetry key yet */
function keyOf(secret: string | undefined): Buffer {
  if (secret === undefined)
    throw new Failure(
      'dependency.unavailable',
      'the head has no telemetry key, which cursors need. Run cdk deploy again',
    );
  return createHmac('sha256', secret).update('cursors of lists').digest();
}
