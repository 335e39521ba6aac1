import * as z from 'zod';
import { ask, type SignedIn } from '../api/ask.ts';
import { exitCodes, type Command, type Given, type Io } from '../command.ts';
import { personOptions } from '../sign-in/person.ts';
import { onlyOperand } from '../tasks/given.ts';
import { factsText } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

/** The answer of `GET /v1/audit/story`, as far as the terminal shows it. */
const toldStory = z.looseObject({
  action: z.looseObject({
    id: z.string(),
    state: z.string(),
    kind: z.string(),
    target: z.looseObject({ sor: z.string(), resource: z.string(), ref: z.string() }),
    requester: z.looseObject({ name: z.string() }),
    owner: z.string().optional(),
    runId: z.string(),
    purpose: z.string(),
  }),
  pins: z.record(z.string(), z.string()),
  policies: z.array(z.looseObject({ name: z.string(), hash: z.string(), text: z.string().nullable() })),
  entries: z.array(z.looseObject({ at: z.string(), sentence: z.string() })),
  unknown: z.array(z.string()),
  indexedUntil: z.string().nullable(),
});

/** Command `logic-plane audit story`. @param signIn signs in as the person whom the command line selects */
export const tellStoryOf = (signIn: (given: Given, io: Io) => Promise<SignedIn>): Command => ({
  summary: 'Tell who read, staged, decided and sent an Action, when, why and under which rules. Only for auditors',
  operands: 'ACTION [--as LOGIN | --outputs FILE --stage STAGE]',
  examples: ['logic-plane audit story act-1f2e3d --as auditor'],
  options: personOptions,
  run: async (given, io) => {
    const action = onlyOperand(given, 'audit story takes the id of one Action, which the event of its staging has');
    const answer = await ask(await signIn(given, io), { path: '/v1/audit/story', query: { action } });
    io.out(given.json ? `${JSON.stringify(answer)}\n` : storyText(toldStory.parse(answer)));
    return exitCodes.ok;
  },
});

function storyText({ action, pins, policies, entries, unknown, indexedUntil }: z.infer<typeof toldStory>): string {
  const { sor, resource, ref } = action.target;
  const facts = factsText([
    ['action', action.id],
    ['state', action.state],
    ['kind', action.kind],
    ['target', `${sor} ${resource} ${ref}`],
    ['requester', action.requester.name],
    ['owner', action.owner],
    ['purpose', action.purpose],
    ['run', action.runId],
    ['complete to', indexedUntil ?? 'not known yet'],
  ]);
  return [
    facts,
    section(
      'The events',
      entries.map(({ at, sentence }) => `${at}  ${sentence}`),
    ),
    section(
      'Under these versions',
      Object.entries(pins).map(([name, digest]) => `${name}  ${digest}`),
    ),
    section(
      'Under these policies',
      policies.flatMap(({ name, hash, text }) => [`${name}  ${hash}`, ...linesOf(text)]),
    ),
    section('Not known', unknown),
  ].join('');
}

const linesOf = (text: string | null): readonly string[] =>
  (text ?? '').split('\n').filter((line) => line.trim() !== '');

const section = (title: string, lines: readonly string[]): string =>
  `\n${title}\n${(lines.length === 0 ? ['nothing'] : lines).map((line) => `    ${visible(line)}\n`).join('')}`;
