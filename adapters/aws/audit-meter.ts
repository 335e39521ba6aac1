import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { auditMetrics, metricNamespace, type AuditMetric } from '../../contract/platform/audit-metrics.ts';

/** Returns a function that publishes one of these metrics to CloudWatch (EMF). */
export function auditMeter({
  tenant,
  stage,
}: {
  readonly tenant: string;
  readonly stage: string;
}): (metric: AuditMetric, value: number) => void {
  const metrics = new Metrics({ namespace: metricNamespace, serviceName: tenant });
  return (metric, value) => {
    metrics.addDimensions({ stage });
    metrics.addMetric(auditMetrics[metric], MetricUnit.Count, value);
    metrics.publishStoredMetrics();
  };
}
