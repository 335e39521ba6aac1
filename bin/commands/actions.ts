import * as z from 'zod';
import { UsageError } from '../../lib/usage-error.ts';
import { actionListText, actionText, changedText, listedAction, shownAction } from '../actions/action-list.ts';
import { ask, type SignedIn } from '../api/ask.ts';
import { listPages } from '../api/list-pages.ts';
import { counted } from '../counted.ts';
import { exitCodes, type Command, type Given, type Io, type Noun, type Options } from '../command.ts';
import { personOptions, signedIn } from '../sign-in/person.ts';
import { mostOf, mostOption, onlyOperand, textOption } from '../tasks/given.ts';

type SignIn = (given: Given, io: Io) => Promise<SignedIn>;

const place = '[--as LOGIN | --outputs FILE --stage STAGE]';
const filters = {
  state: { type: 'string', says: 'states, separated by commas (default: every state that is no end)' },
  kind: { type: 'string', says: 'the action kind' },
  target: { type: 'string', says: 'id of the record that the Action changes' },
  requester: { type: 'string', says: 'name or id of the requester; me for your own Actions' },
  'older-than': { type: 'string', says: 'only Actions staged before this instant, or longer ago than this duration' },
} as const satisfies Options;

/** Command `logic-plane actions list`. @param signIn signs in as the person whom the command line selects */
export const listActionsOf = (signIn: SignIn): Command => ({
  summary:
    'List Actions, the oldest first. An operator or an auditor sees all of them; everybody else sees the own ones',
  operands: `[--state STATE] [--kind KIND] [--target ID] [--requester NAME] [--older-than WHEN] [--most NUMBER] ${place}`,
  examples: [
    'logic-plane actions list --state outcome_unknown --as operator',
    'logic-plane actions list --older-than PT1H --outputs outputs.json --stage prod',
  ],
  options: { ...filters, ...mostOption, ...personOptions },
  run: async (given, io) => {
    const { 'older-than': _, ...same } = filters;
    const query = {
      ...Object.fromEntries(Object.keys(same).map((name) => [name, textOption(given, name)])),
      olderThan: textOption(given, 'older-than'),
    };
    const person = await signIn(given, io);
    const list = { member: 'actions', row: listedAction, most: mostOf(given) };
    const { rows, more } = await listPages(person, { path: '/v1/actions', query }, list);
    if (given.json) io.out(`${JSON.stringify({ actions: rows, more })}\n`);
    else {
      io.out(rows.length === 0 ? 'No Action matches\n' : actionListText(rows));
      if (more) io.err(`These are the first ${counted(rows.length, 'Action')}. Use --most to see more\n`);
    }
    return exitCodes.ok;
  },
});

/** Command `logic-plane actions show`. */
export const showActionOf = (signIn: SignIn): Command => ({
  summary:
    'Show an Action: its state, who must act next and until when, its approval and the answer of the system of record',
  operands: `ACTION ${place}`,
  examples: ['logic-plane actions show act-1f2e3d --as operator'],
  options: personOptions,
  run: async (given, io) => {
    const id = onlyOperand(given, 'actions show takes the id of one Action, which actions list shows');
    const shown = await ask(await signIn(given, io), { path: `/v1/actions/${encodeURIComponent(id)}` });
    io.out(given.json ? `${JSON.stringify(shown)}\n` : actionText(shownAction.parse(shown)));
    return exitCodes.ok;
  },
});

const changed = z.looseObject({ action: z.looseObject({ id: z.string(), state: z.string() }) });

async function change(
  { given, io, signIn }: { readonly given: Given; readonly io: Io; readonly signIn: SignIn },
  path: string,
  body: object,
): Promise<typeof exitCodes.ok> {
  const answer = await ask(await signIn(given, io), { method: 'POST', path, body });
  io.out(given.json ? `${JSON.stringify(answer)}\n` : changedText(changed.parse(answer).action));
  return exitCodes.ok;
}

const outcomes: Readonly<Record<string, string>> = { arrived: 'arrived', 'not-arrived': 'not_arrived' };

/** Command `logic-plane actions resolve`. */
export const resolveActionOf = (signIn: SignIn): Command => ({
  summary: 'Report the outcome of a change whose outcome nobody knows, and how you found out. Only for operators',
  operands: `ACTION arrived|not-arrived --evidence TEXT ${place}`,
  examples: ['logic-plane actions resolve act-1f2e3d arrived --evidence log-line-4711 --as operator'],
  options: {
    evidence: { type: 'string', says: 'how you found out, such as a line of the log of the system of record' },
    ...personOptions,
  },
  run: async (given, io) => {
    const [id, said, ...more] = given.operands;
    const outcome = said !== undefined && Object.hasOwn(outcomes, said) ? outcomes[said] : undefined;
    if (id === undefined || outcome === undefined || more.length > 0)
      throw new UsageError('actions resolve takes the id of one Action, and arrived or not-arrived');
    const evidence = textOption(given, 'evidence');
    if (evidence === undefined) throw new UsageError('actions resolve needs --evidence TEXT: how you found out');
    return change({ given, io, signIn }, `/v1/actions/${encodeURIComponent(id)}/resolve`, { outcome, evidence });
  },
});

/** Command `logic-plane actions cancel`. */
export const cancelActionOf = (signIn: SignIn): Command => ({
  summary: 'Withdraw your own Action before its change is sent',
  operands: `ACTION [--reason REASON] ${place}`,
  examples: ['logic-plane actions cancel act-1f2e3d --reason obsolete --as adjuster'],
  options: { reason: { type: 'string', says: 'the reason, which the Decision keeps' }, ...personOptions },
  run: async (given, io) => {
    const id = onlyOperand(given, 'actions cancel takes the id of one Action, which actions list shows');
    const reason = textOption(given, 'reason');
    const body = reason === undefined ? {} : { reason };
    return change({ given, io, signIn }, `/v1/actions/${encodeURIComponent(id)}/withdraw`, body);
  },
});

export const actionCommands: Noun = {
  summary: 'List, read, resolve and withdraw Actions, signed in as yourself',
  verbs: {
    list: listActionsOf(signedIn),
    show: showActionOf(signedIn),
    resolve: resolveActionOf(signedIn),
    cancel: cancelActionOf(signedIn),
  },
};
