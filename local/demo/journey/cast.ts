/** Who and what the journey is about; the demo's seed and the tenant's records know these names. */
export const agent = 'claims-agent';
export const approver = 'approver-1';
export const auditor = 'auditor';
export const journeyPurpose = 'claims.adjustment';
export const claimId = 'CLM-2026-000045';
export const source = 'sor.policy-admin';
export const journeyQueue = 'queue.claims-approvals';
/** What the garage asks after a second look, in euro: a journey that is played again changes the reserve again. */
export const revisedEstimate = '1210.00';
