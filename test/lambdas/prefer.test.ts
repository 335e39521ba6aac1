import { describe, expect, it } from 'vitest';
import { preferenceOf } from '../../lambdas/prefer.ts';

describe('The header Prefer', () => {
  it.each([
    ['wait=20', '20'],
    ['Wait=20', '20'],
    ['WAIT = 20', '20'],
    ['respond-async, wait=20', '20'],
    ['wait=20, wait=5', '20'],
    ['wait="20"', '20'],
    ['wait=20; reason="a, wait=5; b"', '20'],
    ['note="a, wait=5", wait=20', '20'],
    ['note="a \\" , wait=5", wait=20', '20'],
    ['handling=lenient; wait=5', undefined],
    ['wait', undefined],
    ['wait=""', undefined],
    ['awaits=20', undefined],
    ['', undefined],
  ])('In %s the preference wait is %s', (prefer, value) => {
    expect(preferenceOf({ prefer }, 'wait')).toBe(value);
  });

  it('The name of the header has no case, and a missing header has no preferences', () => {
    expect(preferenceOf({ PREFER: 'wait=20' }, 'wait')).toBe('20');
    expect(preferenceOf({ Prefer: 'respond-async', prefer: 'wait=20' }, 'wait')).toBe('20');
    expect(preferenceOf({}, 'wait')).toBeUndefined();
  });
});
