import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Tracer } from '@aws-lambda-powertools/tracer';
import type { DispatchMeasure, Facts, Observer } from '../../contract/system.ts';
import { callMetrics, type CallMetric, type CallMetricName } from './call-metrics.ts';
import { logFailure } from './failure-log.ts';

/**
 * Sends spans to X-Ray and metrics to CloudWatch (EMF). Without a sampled trace, for example outside Lambda, the work runs
 * without a span, and the tracer is not loaded: its hooks make every call slower.
 * @param load loads the tracer when a call is sampled for the first time
 */
export function lambdaObserver(tenant: string, load: () => Promise<Tracer> = () => tracerOf(tenant)): Observer {
  let loaded: Promise<Tracer> | undefined;
  return {
    async span(name, inside) {
      if (!isSampled()) return inside(() => {});
      const tracer = await (loaded ??= load());
      const parent = tracer.isTracingEnabled() ? tracer.getSegment() : undefined;
      const segment = parent?.addNewSubsegment(name);
      if (!parent || !segment) return inside(() => {});
      tracer.setSegment(segment);
      try {
        return await inside((facts) => annotate(segment, facts));
      } catch (error) {
        // The name is a code of the closed table. The message is left out, because it may quote a value.
        segment.addAnnotation('error', error instanceof Error ? error.name : 'Error');
        throw error;
      } finally {
        segment.close();
        tracer.setSegment(parent);
      }
    },
    dispatched: measure(tenant),
    failed: logFailure,
  };
}

/** Returns true if X-Ray samples the current call. Lambda puts the trace header of each call into the environment. */
const isSampled = (): boolean => /(?:^|;)\s*Sampled=1(?:;|$)/.test(process.env['_X_AMZN_TRACE_ID'] ?? '');

/** Outgoing HTTP requests are not traced automatically, because a path may hold an identifier. */
async function tracerOf(serviceName: string): Promise<Tracer> {
  const { Tracer } = await import('@aws-lambda-powertools/tracer');
  return new Tracer({ serviceName, captureHTTPsRequests: false });
}

type Subsegment = NonNullable<ReturnType<NonNullable<ReturnType<Tracer['getSegment']>>['addNewSubsegment']>>;

function annotate(segment: Subsegment, facts: Facts): void {
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'object') segment.addMetadata(name, value);
    else segment.addAnnotation(name, value);
  }
}

/**
 * Returns a function that publishes the metrics of one call: counts for throughput and success ratio, the duration for
 * p50 and p99, errors by code, and the cost.
 */
function measure(tenant: string): (facts: DispatchMeasure) => void {
  const metrics = new Metrics({ namespace: 'LogicPlane', serviceName: tenant });
  const publish = (call: DispatchMeasure, names: readonly CallMetricName[]): void => {
    for (const name of names) {
      const { unit, valueOf }: CallMetric = callMetrics[name];
      const value = valueOf(call);
      if (value !== undefined) metrics.addMetric(name, unit, value);
    }
    metrics.publishStoredMetrics();
  };
  const { errors: _, ...ofEachCall } = callMetrics;
  return (call) => {
    const dimensions = { tool: call.tool, function: call.function };
    metrics.addDimensions(dimensions);
    publish(call, Object.keys(ofEachCall) as CallMetricName[]);
    if (call.code === undefined) return;
    metrics.addDimensions({ ...dimensions, code: call.code });
    publish(call, ['errors']);
  };
}
