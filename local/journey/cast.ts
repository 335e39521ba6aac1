/** Who and what the journey is about; the demo's seed and the tenant's records know these names. */
export const agent = 'claims-agent';
export const approver = 'approver-1';
export const auditor = 'auditor';
export const purpose = 'claims.adjustment';
export const claimId = 'CLM-2026-000045';
export const policyId = 'POL-2026-000123';
export const source = 'sor.policy-admin';
export const queue = 'queue.claims-approvals';
/** What the garage asks in euro. Two, so that a journey played again changes the reserve again. */
export const estimates = ['1150.00', '1210.00'] as const;
