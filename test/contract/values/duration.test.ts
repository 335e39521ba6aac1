import { describe, expect, it } from 'vitest';
import { durationSeconds, shortMillis } from '../../../contract/values/duration.ts';

describe('A duration', () => {
  it.each([
    ['PT0S', 0],
    ['PT1M', 60],
    ['PT24H', 86_400],
    ['P7D', 604_800],
    ['P1DT2H3M4S', 93_784],
  ])('The ISO 8601 duration %s is converted to seconds', (text, seconds) => {
    expect(durationSeconds(text)).toBe(seconds);
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    'P1M',
    'P1Y',
    'P1W',
    '-PT1S',
    '+PT1S',
    'PT1.5S',
    'PT1S1M',
    'pt1s',
    ' PT1S',
    'PT1S\n',
    '1',
    'PT9999999999S',
  ])('The text %j is refused as an ISO 8601 duration', (text) => {
    expect(durationSeconds(text)).toBeUndefined();
  });

  it.each([
    ['200ms', 200],
    ['1.5s', 1500],
    ['1.001s', 1001],
    ['2s', 2000],
  ])('The service level %s is converted to milliseconds', (text, millis) => {
    expect(shortMillis(text)).toBe(millis);
  });

  it.each(['', '200', '200 ms', '-1s', '1.5ms', '1.0001s', '1m', '.5s', '1e3ms'])(
    'The text %j is refused as a service level',
    (text) => {
      expect(shortMillis(text)).toBeUndefined();
    },
  );
});
