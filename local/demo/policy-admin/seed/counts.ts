export const partyCount = 240;
export const policyCounts = { 2025: 120, 2026: 200 } as const;
export const claimCounts = { 2025: 60, 2026: 120 } as const;
