/** Names that the journey uses. The demo's seed and the tenant's files have the same names. */
export const agent = 'claims-agent';
export const approver = 'approver-1';
export const auditor = 'auditor';
export const journeyPurpose = 'claims.adjustment';
export const claimId = 'CLM-2026-000045';
export const source = 'sor.policy-admin';
export const journeyQueue = 'queue.claims-approvals';
/** Amount in euro after a second inspection. A journey that is played again uses it, so that the reserve changes again. */
export const revisedEstimate = '1210.00';
