import { exchangeOnLoopback } from '../../cloud/aws-request.ts';
import type { Demo } from '../demo-file.ts';
import { LocalFailure } from '../../cloud/failure.ts';
import * as answers from './answers.ts';
import { auditor } from './cast.ts';
import { short, type Traveller } from './step.ts';
import type { Until } from './until.ts';

/** Asks the system of record how often it applied the change. @throws {LocalFailure} if it was not exactly once */
export async function changedOnce(demo: Demo, ref: string): Promise<void> {
  const url = new URL(`/_journal?ref=${encodeURIComponent(ref)}`, demo.sorUrl);
  const headers = { authorization: `Bearer ${demo.sorCredentials.admin}` };
  const { body } = await exchangeOnLoopback(url, { method: 'GET', headers, timeoutMillis: 5000 });
  const { changes } = answers.journal.parse(JSON.parse(body));
  if (changes.length === 1) return;
  throw new LocalFailure({
    what: 'The system of record was not changed exactly once.',
    why: `It applied ${changes.length} changes of the Action ${short(ref)}.`,
    next: 'This is a defect. Keep the folder .local and report it.',
  });
}

/** Waits until the audit log has the commit, and returns the events of the run. */
export async function auditedEvents(
  at: Traveller,
  until: Until,
  { runId, actionId }: { readonly runId: string; readonly actionId: string },
): Promise<void> {
  const path = `/v1/audit/events?run=${runId}&limit=200`;
  await until('the audit log', async () => {
    const { body } = await at.call({ who: auditor, method: 'GET', path });
    const events = answers.auditRead.safeParse(body).data?.events ?? [];
    return events.some((event) => event['actionId'] === actionId && event['to'] === 'committed');
  });
  await at.ask({ name: 'read the audit log', who: auditor, method: 'GET', path }, answers.auditRead, ({ events }) =>
    [...Map.groupBy(events, ({ kind }) => kind)].map(([kind, of]) => `${of.length} ${kind}`).join(', '),
  );
}
