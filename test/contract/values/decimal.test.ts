import { describe, expect, it } from 'vitest';
import { decimalOf, decimalText, quotient, rounded, type Decimal } from '../../../contract/values/decimal.ts';

const exact = (text: string): Decimal => {
  const value = decimalOf(text);
  if (!value) throw new Error('no decimal');
  return value;
};

describe('A decimal', () => {
  it.each(['', '1e2', '.5', '1.', '01', '+1', ' 1', '0x1', 'NaN', 'Infinity', '1_0', '１', `1${'0'.repeat(100)}`])(
    'The text %j is refused as a decimal, because only plain notation is accepted',
    (text) => {
      expect(decimalOf(text)).toBeUndefined();
    },
  );

  it('Arithmetic with a decimal refuses a JavaScript number, because a double may not be exact', () => {
    expect(() => exact('0.2').plus(0.1)).toThrow(/Invalid/);
  });

  it('A decimal is rounded once, to the given scale and in the given mode', () => {
    expect(decimalText(quotient(exact('2'), exact('3'), { scale: 4, mode: 'down' }), 4)).toBe('0.6666');
    expect(decimalText(quotient(exact('2'), exact('3'), { scale: 2, mode: 'up' }), 2)).toBe('0.67');
    expect(decimalText(rounded(exact('2.5'), 0, 'half-even'))).toBe('2');
    expect(decimalText(rounded(exact('2.5'), 0, 'half-up'))).toBe('3');
  });

  it('A decimal is written without an exponent, and zero without a sign', () => {
    expect(decimalText(rounded(exact('-0.4'), 0, 'down'))).toBe('0');
    expect(decimalText(quotient(exact('-1'), exact('300'), { scale: 2, mode: 'down' }), 2)).toBe('0.00');
    expect(decimalText(exact(`1${'0'.repeat(40)}`))).toBe(`1${'0'.repeat(40)}`);
    expect(decimalText(exact(`0.${'0'.repeat(40)}1`))).toBe(`0.${'0'.repeat(40)}1`);
  });
});
