import { sha256 } from '../contract/values/canonical.ts';
import type { Actor } from '../contract/authority/identity.ts';
import type { Decision } from '../contract/rows/task.ts';

/**
 * Returns the id of a Decision. The id begins with the kind of the Decision, because the role of each function allows
 * it to put only certain kinds. Then follow the subject and, if people vote, the voter. A Decision is put only if its
 * id does not exist, so one person cannot vote twice.
 */
export const decisionId = (kind: Decision['kind'], subject: string, by?: Actor): string =>
  [kind, subject, ...(by === undefined ? [] : [sha256(`${by.kind}:${by.id}`).slice(0, 16)])].join('#');
