import { sha256 } from '../contract/values/canonical.ts';
import type { Actor } from '../contract/authority/identity.ts';
import type { Decision } from '../contract/rows/task.ts';

/**
 * The id of a Decision begins with its kind: each function may put its own kinds alone. What follows is what it decides
 * and, where people vote, whose vote it is: put if absent, a second vote of one person cannot be written.
 */
export const decisionId = (kind: Decision['kind'], subject: string, by?: Actor): string =>
  [kind, subject, ...(by === undefined ? [] : [sha256(`${by.kind}:${by.id}`).slice(0, 16)])].join('#');
