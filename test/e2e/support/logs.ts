import { inject } from 'vitest';
import { z } from 'zod';
import { awsRequest } from '../../../local/cloud/aws-request.ts';

const groups = z.object({
  logGroups: z.array(z.object({ logGroupName: z.string() })),
  nextToken: z.string().optional(),
});
const events = z.object({ events: z.array(z.object({ message: z.string() })), nextToken: z.string().optional() });

/**
 * Calls CloudWatch Logs once. A server error is retried, as an SDK would, because the emulator answers 500 if a function
 * writes a log at the same time.
 */
async function cloudWatchLogs(operation: string, input: object, tries = 10): Promise<unknown> {
  const target = `Logs_20140328.${operation}`;
  const answer = await awsRequest(inject('deployment').demo, { service: 'logs', target, input });
  if (answer.status === 200) return JSON.parse(answer.body);
  if (answer.status < 500 || tries === 1)
    throw new Error(`CloudWatch Logs answered ${operation} with ${answer.status}`);
  return cloudWatchLogs(operation, input, tries - 1);
}

/** Reads all pages of a list. */
async function pages<T extends { nextToken?: string | undefined }>(read: (more: object) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  let nextToken: string | undefined;
  do {
    const page = await read(nextToken === undefined ? {} : { nextToken });
    all.push(page);
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return all;
}

/**
 * Reads all lines since an instant, from all log groups of the account: functions, the API's access log and state machines.
 */
export async function logLines(startTime: number): Promise<string[]> {
  const found = await pages(async (more) => groups.parse(await cloudWatchLogs('DescribeLogGroups', more)));
  const names = found.flatMap(({ logGroups }) => logGroups.map(({ logGroupName }) => logGroupName));
  const lines: string[] = [];
  for (const logGroupName of names) {
    const read = await pages(async (more) =>
      events.parse(await cloudWatchLogs('FilterLogEvents', { logGroupName, startTime, ...more })),
    );
    lines.push(...read.flatMap((page) => page.events.map(({ message }) => message)));
  }
  return lines;
}
