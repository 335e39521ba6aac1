/** For `vi.waitFor`: ends what never happens. What does happen takes as long as the machine is busy. */
export const eventually = { timeout: 300_000, interval: 50 };
