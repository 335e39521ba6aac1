import type { ApiAnswer } from '../../../local/demo/api-client.ts';
import { auditLog, auditLogWith } from './audit-log.ts';
import { prepare, stage, type Staging } from './reserve.ts';
import { newKey, openRun, type Run } from './run.ts';

/** Counts of the different things that equal calls left behind. */
export interface Left {
  readonly bodies: number;
  readonly events: number;
  /** Events of a staging that was answered and not replayed. */
  readonly stagings: number;
  readonly actions: number;
  /** Statuses other than 200 and 409. */
  readonly otherStatuses: readonly number[];
}

/**
 * Stages one change with one key many times at the same time.
 * @param claim id of a claim that no other test stages
 */
export async function equalCalls(claim: string, count: number): Promise<Left> {
  const run = await openRun();
  const staging = await prepare(run, { claim });
  // These calls start enough workers and stage nothing. Without them, the first call would be answered before a worker
  // runs the last one.
  for (let size = 10; size <= count; size += 10) await together(size, () => stage(run, '{}'));
  const key = newKey();
  const answers = await together(count, () => stageWithRetries(run, staging, key));
  const eventIds = answers.map(({ eventId }) => eventId);
  const logged = await auditLogWith({ run: run.runId }, eventIds);
  const stagings = logged.filter(({ tool, outcome }) => tool === 'tool.reserve.stage' && outcome === 'answered');
  const { events } = await auditLog({ run: run.runId });
  return {
    bodies: new Set(answers.flatMap(({ status, text }) => (status === 200 ? [text] : []))).size,
    events: new Set(eventIds).size,
    stagings: stagings.length,
    actions: new Set(events.flatMap(({ actionId }) => actionId ?? [])).size,
    otherStatuses: answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
  };
}

const together = <T>(count: number, call: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, call));

/**
 * Stages, and retries with the same key as long as the answer is 503, because a dependency may time out on a busy machine.
 */
async function stageWithRetries(run: Run, staging: Staging, key: string): Promise<ApiAnswer> {
  const answer = await stage(run, staging, key);
  return answer.status === 503 ? stageWithRetries(run, staging, key) : answer;
}
