import * as z from 'zod';
import { factsText } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';
import { changeText } from './task-list.ts';

const named = z.looseObject({ name: z.string() });
const change = z.looseObject({ label: z.string(), from: z.unknown(), to: z.unknown() });
const rule = z.looseObject({ rule: z.string(), title: z.string().optional(), verdict: z.string() });

/** The answer of `GET /v1/tasks/{id}`, as far as the terminal shows it. */
export const shownCase = z.looseObject({
  task: z.looseObject({
    id: z.string(),
    state: z.string(),
    title: z.string(),
    queue: z.string(),
    digest: z.string(),
    dueAt: z.string(),
    warnAt: z.string().optional(),
    warnedAt: z.string().optional(),
    quorum: z.number(),
    grants: z.number(),
    purpose: z.string(),
    markings: z.array(z.string()),
    requestedBy: named,
    reason: z.string().optional(),
  }),
  action: z
    .looseObject({
      id: z.string(),
      state: z.string(),
      target: z.looseObject({ sor: z.string(), resource: z.string(), ref: z.string() }),
      requester: named,
      owner: z.string().optional(),
    })
    .optional(),
  decision: z.looseObject({ tool: z.string(), version: z.string(), result: z.unknown() }).optional(),
  rationale: z.string(),
  changes: z.array(change).default([]),
  evidence: z
    .array(
      z.looseObject({
        tool: z.string(),
        version: z.string(),
        result: z.looseObject({ verdict: z.string().optional(), trace: z.array(rule).optional() }).catch({}),
      }),
    )
    .default([]),
  passages: z
    .array(
      z.looseObject({
        quote: z.string(),
        before: z.string().optional(),
        after: z.string().optional(),
        source: z.string().optional(),
        place: z.looseObject({}).optional(),
      }),
    )
    .default([]),
  sources: z.array(z.looseObject({ source: z.string(), name: z.string().optional() })).default([]),
});
export type ShownCase = z.infer<typeof shownCase>;

/** Returns the case of a Task for the terminal: what an approver reads before the decision. */
export function caseText(shown: ShownCase): string {
  const { task, action, decision } = shown;
  return [
    `${visible(task.title)}\n\n`,
    factsText([
      ['task', task.id],
      ['state', task.reason === undefined ? task.state : `${task.state} (${task.reason})`],
      ['target', action && `${action.target.sor} ${action.target.resource} ${action.target.ref}`],
      ['decision', decision && `${decision.tool}@${decision.version}`],
      ['requester', action?.requester.name ?? task.requestedBy.name],
      ['owner', action?.owner],
      ['queue', task.queue],
      ['due', task.dueAt],
      ['warning', task.warnedAt === undefined ? task.warnAt : `recorded at ${task.warnedAt}`],
      ['grants', `${task.grants} of ${task.quorum}`],
      ['purpose', task.purpose],
      ['markings', task.markings.join(', ')],
      ['action', action && `${action.id} (${action.state})`],
      ['digest', task.digest],
    ]),
    section('Changes', shown.changes.map(changeText)),
    section('Result', decision ? [visible(decision.result)] : []),
    section('Rationale', [shown.rationale]),
    section('Evidence', shown.evidence.flatMap(evidenceLines)),
    section(
      'Passages',
      shown.passages.flatMap((passage) => passageLines(passage, shown.sources)),
    ),
  ].join('');
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`;

const evidenceLines = ({ tool, version, result }: ShownCase['evidence'][number]): readonly string[] => [
  `${tool}@${version}${result.verdict === undefined ? '' : `: ${result.verdict}`}`,
  ...(result.trace ?? []).map(({ rule: id, title, verdict }) => `  ${verdict}: ${title ?? id}`),
];

function passageLines(
  { quote, before = '', after = '', source, place = {} }: ShownCase['passages'][number],
  sources: ShownCase['sources'],
): readonly string[] {
  const name = sources.find((one) => one.source === source)?.name ?? source;
  const at = Object.entries(place).map(([part, value]) => `${part} ${visible(value)}`);
  return [...(name === undefined ? [] : [[name, ...at].join(', ')]), `  ${before}[${quote}]${after}`];
}
