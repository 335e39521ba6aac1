import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { invalidRequest } from '../../lambdas/invalid-request.ts';

const form = z.strictObject({
  decision: z.enum(['grant', 'deny']),
  digest: z.string().regex(/^[0-9a-f]{4}$/, 'must be the digest that the Task shows'),
  reason: z.string().min(2).max(4).optional(),
  count: z.int().min(1).optional(),
  marks: z.array(z.string()).max(1).optional(),
});
const good = { decision: 'grant', digest: '00ff' };

describe('A body that does not match its schema', () => {
  it.each([
    [{ ...good, decision: 'secret' }, '/decision: must be one of "grant", "deny"'],
    [{ digest: '00ff' }, '/decision: is required; it must be one of "grant", "deny"'],
    [
      { decison: 'secret', digest: '00ff' },
      '/decision: is required: rename "decison" to "decision"; it must be one of "grant", "deny"',
    ],
    [{ ...good, digest: 'secret' }, '/digest: must be the digest that the Task shows'],
    [{ ...good, digest: 77 }, '/digest: must be a string, but is a number'],
    [{ ...good, reason: 's' }, '/reason: must have at least 2 characters'],
    [{ ...good, reason: 'secret' }, '/reason: must have at most 4 characters'],
    [{ ...good, count: 0 }, '/count: must have at least the value 1'],
    [{ ...good, marks: ['secret', 'secret'] }, '/marks: must have at most 1 item'],
    [{ ...good, marks: ['a', 77] }, '/marks: must have at most 1 item'],
    [{ ...good, marks: [77] }, '/marks/0: must be a string, but is a number'],
    [{ ...good, resaon: 'x' }, '/resaon: is not a known member: did you mean "reason"?'],
    [
      { ...good, zebra: 'secret' },
      '/zebra: is not a known member: use "decision", "digest", "reason", "count", "marks"',
    ],
    [['secret'], 'the body: must be an object, but is an array'],
  ])('The body %j is refused with the wrong member and what it may be, but without its value', (body, message) => {
    const { error } = form.safeParse(body);
    const failure = error && invalidRequest(error, body, form);
    expect(failure?.message).toBe(message);
    expect(failure?.pointer).toBe(message.startsWith('/') ? message.slice(0, message.indexOf(':')) : '');
  });
});
