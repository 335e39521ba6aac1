import { expect } from 'vitest';

interface Request {
  readonly method: string;
  readonly status: number | null;
}

/**
 * Asserts that each attempt sent one request and that the SoR answered each with a changed target. There is more than one
 * only if an answer came too late.
 */
export function expectOnePutAnAttempt(requests: readonly Request[], attempts: number): void {
  const puts = requests.filter(({ method }) => method === 'PUT');
  expect(puts.map(({ status }) => status)).toEqual(Array.from({ length: attempts }, () => 412));
  expect(attempts).toBeGreaterThanOrEqual(1);
}
