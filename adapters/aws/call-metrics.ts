import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { DispatchMeasure } from '../../contract/system.ts';
import { callCostMicroDollars } from './call-cost.ts';

export interface CallMetric {
  readonly unit: (typeof MetricUnit)[keyof typeof MetricUnit];
  readonly says: string;
  /** Returns the value for one call, or undefined if the call does not count in this metric. */
  readonly valueOf: (call: DispatchMeasure) => number | undefined;
}

const succeeded = ({ outcome }: DispatchMeasure): boolean => outcome === 'answered' || outcome === 'replayed';

/** The metrics of a call, each by tool and function (docs/spec.md, 9.6). `errors` has the refusal code as well. */
export const callMetrics = {
  throughput: { unit: MetricUnit.Count, says: 'the number of calls', valueOf: () => 1 },
  success: {
    unit: MetricUnit.Count,
    says: '1 for an answered or replayed call, otherwise 0; its average is the success ratio',
    valueOf: (call) => (succeeded(call) ? 1 : 0),
  },
  duration: {
    unit: MetricUnit.Milliseconds,
    says: 'the duration of a call; its percentiles are p50 and p99',
    valueOf: ({ durationMillis }) => durationMillis,
  },
  costPerCall: {
    unit: MetricUnit.NoUnit,
    says: 'the cost of a call in millionths of a dollar',
    valueOf: ({ durationMillis }) => callCostMicroDollars(durationMillis),
  },
  errors: {
    unit: MetricUnit.Count,
    says: 'the number of refused and failed calls, in total and for each code',
    valueOf: ({ code }) => (code === undefined ? undefined : 1),
  },
} as const satisfies Readonly<Record<string, CallMetric>>;

export type CallMetricName = keyof typeof callMetrics;
