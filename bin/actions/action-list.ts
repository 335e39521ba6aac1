import * as z from 'zod';
import { spanText } from '../terminal/span-text.ts';
import { factsText, alignedTable } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

const next = z.looseObject({ owner: z.string(), step: z.string(), until: z.string().optional() }).nullish();

/** A row of `GET /v1/actions`, as far as the terminal shows it. */
export const listedAction = z.looseObject({
  id: z.string(),
  state: z.string(),
  ageSeconds: z.number(),
  readable: z.boolean(),
  next,
  title: z.string().optional(),
  target: z.looseObject({ ref: z.string() }).optional(),
  requester: z.looseObject({ name: z.string() }).optional(),
  reason: z.string().optional(),
});
export type ListedAction = z.infer<typeof listedAction>;

export const actionListText = (actions: readonly ListedAction[]): string =>
  alignedTable(
    ['age', 'state', 'waits for', 'title', 'target', 'requester', 'action'],
    actions.map((action) => ({
      cells: [
        spanText(action.ageSeconds),
        action.state,
        action.next?.owner ?? '-',
        action.readable ? (action.title ?? '') : '(not cleared)',
        action.target?.ref ?? '-',
        action.requester?.name ?? '-',
        action.id,
      ],
      below: action.reason === undefined ? [] : [action.reason],
    })),
  );

/** The answer of `GET /v1/actions/{id}`, as far as the terminal shows it. */
export const shownAction = z.looseObject({
  id: z.string(),
  state: z.string(),
  kind: z.string(),
  target: z.looseObject({ sor: z.string(), resource: z.string(), ref: z.string() }),
  requester: z.looseObject({ name: z.string() }),
  runId: z.string(),
  purpose: z.string(),
  reason: z.string().optional(),
  next,
  approvals: z.looseObject({ taskId: z.string(), queue: z.string(), state: z.string(), dueAt: z.string() }).nullish(),
  attempts: z.number(),
  reconciliations: z.number(),
  receipt: z.looseObject({ status: z.number(), at: z.string() }).nullish(),
  compensatedBy: z.string().optional(),
});

export const actionText = (action: z.infer<typeof shownAction>): string =>
  factsText([
    ['action', action.id],
    ['state', action.state],
    ['reason', action.reason],
    ['kind', action.kind],
    ['target', `${action.target.sor} ${action.target.resource} ${action.target.ref}`],
    ['requester', action.requester.name],
    ['purpose', action.purpose],
    ['run', action.runId],
    ['waits for', action.next && `${action.next.owner}: ${action.next.step}`],
    ['until', action.next?.until],
    ['task', action.approvals && `${action.approvals.taskId} (${action.approvals.state}, ${action.approvals.queue})`],
    ['sends', action.attempts],
    ['lookups', action.reconciliations],
    ['answer', action.receipt && `${action.receipt.status} at ${action.receipt.at}`],
    ['undone by', action.compensatedBy],
  ]);

/** Returns one line about an Action after a request has changed it. */
export const changedText = (action: { readonly id: string; readonly state: string }): string =>
  `The Action ${visible(action.id)} is ${visible(action.state)}\n`;
