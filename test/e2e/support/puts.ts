import { expect } from 'vitest';

interface Request {
  readonly method: string;
  readonly status: number | null;
}

/**
 * Checks that each attempt sent one PUT, and that the SoR answered each with 412 (the target has changed). A second attempt
 * is made only if an answer came too late.
 */
export function expectOnePutPerAttempt(requests: readonly Request[], attempts: number): void {
  const puts = requests.filter(({ method }) => method === 'PUT');
  expect(puts.map(({ status }) => status)).toEqual(Array.from({ length: attempts }, () => 412));
  expect(attempts).toBeGreaterThanOrEqual(1);
}
