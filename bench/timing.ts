/**
 * Calls `round` several times and measures each call.
 * @param times the number of calls
 * @returns the durations of the calls in milliseconds, sorted
 */
export async function timed(times: number, round: (i: number) => unknown): Promise<readonly number[]> {
  const millis: number[] = [];
  for (let i = 0; i < times; i++) {
    const since = performance.now();
    await round(i);
    millis.push(performance.now() - since);
  }
  return millis.sort((a, b) => a - b);
}

/** Returns a percentile by nearest rank, which is always an observed value. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (sorted: readonly number[]): number => percentile(sorted, 0.5);
