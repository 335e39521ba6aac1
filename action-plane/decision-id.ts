import { sha256 } from '../contract/values/canonical.ts';
import type { Actor } from '../contract/authority/identity.ts';
import type { Decision } from '../contract/rows/task.ts';

/**
 * Returns the id of a Decision. It begins with the kind, because each function may put only its own kinds. Then follow
 * the subject and, if people vote, the voter. A Decision is put only if its id does not exist, so one person cannot
 * vote twice.
 */
export const decisionId = (kind: Decision['kind'], subject: string, by?: Actor): string =>
  [kind, subject, ...(by === undefined ? [] : [sha256(`${by.kind}:${by.id}`).slice(0, 16)])].join('#');
