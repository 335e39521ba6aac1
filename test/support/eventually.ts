/** Options of `vi.waitFor`. The timeout only ends a wait for something that never happens. */
export const eventually = { timeout: 300_000, interval: 50 };
