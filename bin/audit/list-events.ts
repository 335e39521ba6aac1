import * as z from 'zod';
import { UsageError } from '../../lib/usage-error.ts';
import { ask, type SignedIn } from '../api/ask.ts';
import { exitCodes, type Command, type Given, type Io, type Options } from '../command.ts';
import { counted } from '../counted.ts';
import { personOptions } from '../sign-in/person.ts';
import { mostOf, mostOption, textOption } from '../tasks/given.ts';
import { alignedTable } from '../terminal/table.ts';

const conditions = {
  run: { type: 'string', says: 'id of the run' },
  action: { type: 'string', says: 'id of the Action' },
  caller: { type: 'string', says: "an agent's name, or the sub of a person" },
  tool: { type: 'string', says: 'the tool, with or without @VERSION' },
  day: { type: 'string', says: 'a date (UTC)' },
  actor: { type: 'string', says: "a login, an agent's name or an id" },
  outcome: { type: 'string', says: 'answered, replayed, refused or failed' },
  code: { type: 'string', says: 'the code of a refusal or failure' },
  subject: { type: 'string', says: 'exactly this subject' },
  from: { type: 'string', says: 'the first instant' },
  to: { type: 'string', says: 'the instant before which the events are' },
} as const satisfies Options;

const listedEvent = z.looseObject({
  eventId: z.string(),
  at: z.string(),
  kind: z.string(),
  actor: z.looseObject({ name: z.string() }),
  tool: z.string().optional(),
  version: z.string().optional(),
  subject: z.string().optional(),
  decisionKind: z.string().optional(),
  to: z.string().optional(),
  outcome: z.string().optional(),
  code: z.string().optional(),
});
type ListedEvent = z.infer<typeof listedEvent>;

const page = z.looseObject({ events: z.array(listedEvent), cursor: z.string().optional() });

/** Command `logic-plane audit events`. @param signIn signs in as the person whom the command line selects */
export const listEventsOf = (signIn: (given: Given, io: Io) => Promise<SignedIn>): Command => ({
  summary: 'List the events that fulfil all conditions, the oldest first. Only for auditors',
  operands:
    '[--run RUN] [--action ACTION] [--caller ID] [--tool TOOL] [--day DATE] [--actor NAME] [--outcome OUTCOME] [--code CODE] [--subject TEXT] [--from TIME] [--to TIME] [--most NUMBER] [--ndjson] [--as LOGIN | --outputs FILE --stage STAGE]',
  examples: [
    'logic-plane audit events --day 2026-11-27 --outcome refused --as auditor',
    'logic-plane audit events --day 2026-11-27 --actor approver-1 --ndjson --outputs outputs.json --stage prod',
  ],
  options: {
    ...conditions,
    ...mostOption,
    ndjson: { type: 'boolean', says: 'print each event as one line of JSON' },
    ...personOptions,
  },
  run: async (given, io) => {
    const isNdjson = given.options['ndjson'] === true;
    if (isNdjson && given.json) throw new UsageError('--json and --ndjson exclude each other. Use one of them');
    const query = Object.fromEntries(Object.keys(conditions).map((name) => [name, textOption(given, name)]));
    const { events, more } = await eventsOf(await signIn(given, io), query, mostOf(given));
    if (given.json) io.out(`${JSON.stringify({ events, more })}\n`);
    else if (isNdjson) for (const event of events) io.out(`${JSON.stringify(event)}\n`);
    else io.out(events.length === 0 ? 'No event matches\n' : eventsText(events));
    if (more && !given.json) io.err(`These are the first ${counted(events.length, 'event')}. Use --most to see more\n`);
    return exitCodes.ok;
  },
});

/** Reads pages until there are `most` events, or no more. A page may repeat events of the page before it. */
async function eventsOf(
  person: SignedIn,
  query: Readonly<Record<string, string | undefined>>,
  most: number,
): Promise<{ readonly events: readonly ListedEvent[]; readonly more: boolean }> {
  const events = new Map<string, ListedEvent>();
  let cursor: string | undefined;
  do {
    const asked = { ...query, limit: '200', ...(cursor && { cursor }) };
    const answer = page.parse(await ask(person, { path: '/v1/audit/events', query: asked }));
    for (const event of answer.events) events.set(event.eventId, event);
    cursor = answer.cursor;
  } while (cursor !== undefined && events.size < most);
  return { events: [...events.values()].slice(0, most), more: cursor !== undefined || events.size > most };
}

const eventsText = (events: readonly ListedEvent[]): string =>
  alignedTable(
    ['at', 'actor', 'kind', 'what', 'outcome', 'event'],
    events.map((event) => ({
      cells: [event.at, event.actor.name, event.kind, whatOf(event), outcomeOf(event), event.eventId],
    })),
  );

const whatOf = ({ tool, version, decisionKind, to, subject }: ListedEvent): string =>
  tool === undefined ? (decisionKind ?? to ?? subject ?? '-') : `${tool}${version === undefined ? '' : `@${version}`}`;

const outcomeOf = ({ outcome = '-', code }: ListedEvent): string =>
  code === undefined ? outcome : `${outcome}: ${code}`;
