import { UsageError } from '../../lib/usage-error.ts';
import type { Given, Options } from '../command.ts';

/** Returns the value of a text option. */
export function textOption({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the only operand. @throws UsageError with this message if there is none, or more than one */
export function onlyOperand({ operands: [id, ...more] }: Given, message: string): string {
  if (id === undefined || more.length > 0) throw new UsageError(message);
  return id;
}

const usualRows = 50;
const mostRows = 10_000;

export const mostOption = {
  most: { type: 'string', says: `the largest number of rows to print (default: ${usualRows})` },
} as const satisfies Options;

/** Returns the largest number of rows to print. @throws UsageError */
export function mostOf(given: Given): number {
  const text = textOption(given, 'most') ?? String(usualRows);
  const most = Number(text);
  if (/^\d{1,5}$/.test(text) && most >= 1 && most <= mostRows) return most;
  throw new UsageError(`--most must be a whole number from 1 to ${mostRows}`);
}
