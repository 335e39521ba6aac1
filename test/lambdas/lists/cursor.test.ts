import { describe, expect, it } from 'vitest';
import { cursorsOf } from '../../../lambdas/lists/cursor.ts';
import { maxNameLength } from '../../../contract/values/event-name.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';

const place = `2026-03-02T09:00:00.000Z#${taskId('an action', 1)}`;
const query = { caller: 'human:sub-1', state: 'open' };

describe('A cursor', () => {
  it('A cursor leads back to its place, and fits into a parameter of a request', () => {
    const cursors = cursorsOf('a secret', query);
    const cursor = cursors.seal(place);
    expect(cursors.open(cursor)).toBe(place);
    expect(cursor.length).toBeLessThanOrEqual(maxNameLength);
    expect(cursors.seal(place)).not.toBe(cursor);
  });

  it('A cursor shows nothing of its place, because the row there may be hidden from the caller', () => {
    const bytes = Buffer.from(cursorsOf('a secret', query).seal(place), 'base64url').toString('latin1');
    for (const part of ['2026', 'task']) expect(bytes).not.toContain(part);
  });

  it.each([
    ['another query', cursorsOf('a secret', { ...query, state: 'granted' })],
    ['another caller', cursorsOf('a secret', { ...query, caller: 'human:sub-2' })],
    ['another secret', cursorsOf('a new secret', query)],
  ])('A cursor is refused if it is used with %s', (_name, other) => {
    const cursor = cursorsOf('a secret', query).seal(place);
    expect(() => other.open(cursor)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });

  it.each(['', 'a', 'A'.repeat(40), 'not base64!'])('The text %j is refused as a cursor', (text) => {
    expect(() => cursorsOf('a secret', query).open(text)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });

  it('A changed cursor is refused', () => {
    const cursors = cursorsOf('a secret', query);
    const bytes = Buffer.from(cursors.seal(place), 'base64url');
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => cursors.open(changed.toString('base64url'))).toThrow(/malformed/);
    }
  });

  it('Without a telemetry key, a list has no cursors, and the refusal says what to do', () => {
    expect(() => cursorsOf(undefined, query).seal(place)).toThrow(/cdk deploy/);
  });
});
