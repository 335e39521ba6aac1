import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../../local/demo/api-client.ts';
import { ask } from './ask.ts';
import { answered, runOpened } from './shapes.ts';

export const purpose = 'claims.adjustment';

/** The function that runs each tool. */
const functions = {
  'tool.policy.lookup': 'lookup',
  'tool.claim.lookup': 'lookup',
  'tool.reserve.validate': 'validation',
  'tool.claims.exposure': 'aggregation',
  'tool.money.convert': 'conversion',
  'tool.wording.search': 'search',
  'tool.notice.extract-loss-date': 'extraction',
  'tool.invoice.extract-total': 'extraction',
  'tool.history.lookup': 'lookup-internal',
  'tool.note.lookup': 'lookup-internal',
  'tool.reserve.compose-letter': 'composition',
  'tool.reserve.compose-note': 'composition',
  'tool.note.stage': 'action-staging',
  'tool.reserve.stage': 'action-staging',
  'tool.reserve.request-approval': 'approval-request',
  'tool.decision.request-approval': 'approval-request',
} as const;
export type ToolName = keyof typeof functions;
export const pathOf = (tool: ToolName): string => `/v1/${functions[tool]}/${tool}`;

/** A run of one caller, with the ids of the events that its answers named. */
export interface Run {
  readonly who: string;
  readonly runId: string;
  readonly eventIds: string[];
}

export async function openRun(who = 'claims-agent', more: { readonly replayable?: boolean } = {}): Promise<Run> {
  const answer = await ask(who, { method: 'POST', path: '/v1/runs', body: { purpose, ...more } });
  const { runId } = answered(answer, runOpened);
  return { who, runId, eventIds: answer.eventId === undefined ? [] : [answer.eventId] };
}

/** Calls a tool in a run. A test may give the body as text or bytes, and so send invalid JSON. */
export async function dispatch(
  run: Run,
  tool: ToolName,
  { body, key }: { readonly body: unknown; readonly key?: string | undefined },
): Promise<ApiAnswer> {
  const headers = {
    'purpose-of-use': purpose,
    'run-id': run.runId,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const answer = await ask(run.who, { method: 'POST', path: pathOf(tool), headers, body });
  if (answer.eventId !== undefined) run.eventIds.push(answer.eventId);
  return answer;
}

export const newKey = (): string => `storyboard-${randomUUID()}`;
