import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, Dashboard, GraphWidget, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { auditMetrics, metricNamespace, type AuditMetric } from '../contract/platform/audit-metrics.ts';
import type { Deployment } from './deployment.ts';
import type { PlaneFunction } from './functions/plane-function.ts';

export interface MonitoringProps {
  readonly api: HttpApi;
  readonly functions: readonly PlaneFunction[];
  readonly machines: Readonly<Record<string, StateMachine>>;
  readonly failures: IQueue;
  readonly deployment: Pick<Deployment, 'tenant' | 'stage' | 'witness'>;
}

const period = Duration.minutes(5);

interface Watched {
  readonly metric: Metric;
  /** The alarm starts if the metric has at least this value in each of the last `periods`. */
  readonly threshold: number;
  readonly periods?: number;
  readonly says: string;
}

/**
 * The alarms that need an operator at once, and the dashboard at which the operator then looks. The number of alarms
 * does not depend on the number of tools.
 */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const watched = watchedOf(props);
    for (const [name, { metric, threshold, periods = 1, says }] of Object.entries(watched)) {
      new Alarm(this, name, {
        metric,
        threshold,
        evaluationPeriods: periods,
        alarmDescription: says,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    }
    const { api, functions } = props;
    const graph = (title: string, left: Metric[]) => new GraphWidget({ title, left, width: 12 });
    const ofEach = (metric: (of: PlaneFunction) => Metric) => functions.map(metric);
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          graph('Requests and refusals', [api.metricCount({ period }), api.metricClientError({ period })]),
          graph(
            'Latency',
            ['p50', 'p99'].map((statistic) => api.metricLatency({ period, statistic })),
          ),
        ],
        [
          graph(
            'Errors by function',
            ofEach(({ function: of }) => of.metricErrors({ period })),
          ),
          graph(
            'Throttles by function',
            ofEach(({ function: of }) => of.metricThrottles({ period })),
          ),
        ],
        [
          graph(
            'What alarms',
            Object.values(watched).map(({ metric }) => metric),
          ),
        ],
      ],
    });
  }
}

/** Returns a metric that the functions publish themselves. */
const auditMetric = ({ tenant, stage }: MonitoringProps['deployment'], metric: AuditMetric): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName: auditMetrics[metric],
    dimensionsMap: { service: tenant, stage },
    period,
    statistic: 'Sum',
  });

function watchedOf({ api, functions, machines, failures, deployment }: MonitoringProps): Record<string, Watched> {
  const streams = functions.filter(({ access }) => access.stream);
  const scheduled = functions.filter(({ access }) => access.scheduled);
  return {
    ServerErrors: {
      metric: api.metricServerError({ period, statistic: 'Sum' }),
      threshold: 5,
      says: 'The API answered at least five requests with status 500 or higher within five minutes. Look at the errors of the functions.',
    },
    SetAside: {
      metric: auditMetric(deployment, 'setAside'),
      threshold: 1,
      says: 'An event can never be written to the audit log, so it was set aside. All other events were written.',
    },
    NotNotified: {
      metric: auditMetric(deployment, 'notNotified'),
      threshold: 1,
      says: 'A notification can never be published, so it was set aside. All others were published.',
    },
    ...(deployment.witness && {
      NotCosigned: {
        metric: auditMetric(deployment, 'notCosigned'),
        threshold: 1,
        // The function asks the witness again every minute, so one failed attempt is no reason for an alarm.
        periods: 3,
        says: 'The witness has not cosigned the audit log for 15 minutes. The log itself is written and signed as before.',
      },
    }),
    Unreconciled: {
      metric: auditMetric(deployment, 'unreconciled'),
      threshold: 1,
      says: 'A comparison of a week found that the ledger, the audit log and the access log differ.',
    },
    Unprocessed: {
      metric: failures.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      threshold: 1,
      says: 'A stream function could not process ledger items, or a notification could not be published for a day. The audit log or an approval lacks the items until somebody carries them again.',
    },
    ...Object.fromEntries(
      Object.entries(machines).map(([name, machine]) => [
        `Failed-${name}`,
        {
          metric: machine.metricFailed({ period, statistic: 'Sum' }),
          threshold: 1,
          says: `An execution of the ${name} machine failed, so its Action did not reach its end.`,
        },
      ]),
    ),
    ...Object.fromEntries(
      streams.map(({ access: { functionName }, function: of }) => [
        `Behind-${functionName}`,
        {
          metric: of.metric('IteratorAge', { period, statistic: 'Maximum' }),
          // Ten minutes, in milliseconds. The stream keeps items for a day, so there is time to react.
          threshold: 600_000,
          periods: 2,
          says: `${functionName} is at least ten minutes behind the ledger.`,
        },
      ]),
    ),
    ...Object.fromEntries(
      scheduled.map(({ access: { functionName }, function: of }) => [
        `Failing-${functionName}`,
        {
          metric: of.metricErrors({ period, statistic: 'Sum' }),
          threshold: 1,
          periods: 3,
          says: `${functionName}, which a schedule calls, has failed for 15 minutes. Its work is late.`,
        },
      ]),
    ),
  };
}
