import * as z from 'zod';
import { visible } from '../terminal/visible.ts';

const change = z.looseObject({ label: z.string(), shown: z.unknown(), now: z.unknown(), to: z.unknown() });
const target = z.looseObject({ status: z.string(), changed: z.boolean(), changes: z.array(change) });

/** Returns what the target of a Task is now, for the terminal. */
export function targetText(answer: unknown): string {
  const { status, changed, changes } = target.parse(answer);
  const lines = changes.map(({ label, shown, now }) =>
    now === undefined
      ? `${visible(label)}: ${visible(shown)}`
      : `${visible(label)}: ${visible(shown)}, now ${visible(now)}`,
  );
  const head = status === 'found' ? (changed ? 'changed since the Task was requested' : 'unchanged') : status;
  return `\nTarget now: ${visible(head)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
