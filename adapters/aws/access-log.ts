import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { AccessLog } from '../../audit-log/reconcile/step.ts';
import { Failure } from '../../contract/failures.ts';
import { clientLimits, type Elsewhere } from './client.ts';

/** A page has up to 1 MB, for which CloudWatch Logs may need some seconds. */
export const logsClient = (elsewhere?: Elsewhere): CloudWatchLogsClient =>
  new CloudWatchLogsClient({
    ...clientLimits,
    ...elsewhere,
    requestHandler: { ...clientLimits.requestHandler, requestTimeout: 10_000 },
  });

/**
 * Reads the access log of the API's gateway from CloudWatch Logs.
 * @param group returns the name of the log group; it is called when it is needed
 */
export const accessLog = (client: CloudWatchLogsClient, group: () => string): AccessLog => ({
  async page({ from, to }, after) {
    const asked = { logGroupName: group(), startTime: from, endTime: to, ...(after && { nextToken: after }) };
    const { events = [], nextToken } = await client.send(new FilterLogEventsCommand(asked)).catch(unavailable);
    const lines = events.flatMap(({ message }) => message ?? []);
    return { lines, ...(nextToken === undefined ? {} : { after: nextToken }) };
  },
});

const unavailable = (error: unknown): never => {
  const name = error instanceof Error ? error.name : 'unknown';
  throw new Failure('dependency.unavailable', `the access log could not be read: ${name}`);
};
