/** Options of `vi.waitFor`. The long timeout stops a test only if its condition never becomes true. */
export const eventually = { timeout: 300_000, interval: 50 };
