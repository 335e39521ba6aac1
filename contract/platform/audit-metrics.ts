/**
 * The metrics of the audit log and of notifications, in the namespace `LogicPlane`, by tenant (`service`) and `stage`.
 * Each has an alarm.
 */
export const auditMetrics = {
  /** Counts events that can never be written to the audit log, so they were set aside. */
  setAside: 'audit.setAside',
  /** Counts the calls in which the configured witness did not answer or did not cosign. */
  notCosigned: 'audit.notCosigned',
  /** Counts the findings of a weekly reconciliation. */
  unreconciled: 'audit.unreconciled',
  /** Counts notifications that can never be published, so they were set aside. */
  notNotified: 'notifications.setAside',
} as const;

export type AuditMetric = keyof typeof auditMetrics;
export const metricNamespace = 'LogicPlane';
