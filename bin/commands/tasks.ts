import * as z from 'zod';
import { UsageError } from '../../lib/usage-error.ts';
import { ask, type SignedIn } from '../api/ask.ts';
import { listPages } from '../api/list-pages.ts';
import { counted } from '../counted.ts';
import { exitCodes, type Command, type Given, type Io, type Noun, type Options } from '../command.ts';
import { personOptions, signedIn } from '../sign-in/person.ts';
import { caseText, shownCase } from '../tasks/case-text.ts';
import { mostOption, mostOf, onlyOperand, textOption } from '../tasks/given.ts';
import { listedTask, taskListText } from '../tasks/task-list.ts';
import { digestDigits, vote, type Voted } from '../tasks/vote.ts';
import { targetText } from '../tasks/target-text.ts';
import { visible } from '../terminal/visible.ts';

type SignIn = (given: Given, io: Io) => Promise<SignedIn>;

const place = '[--as LOGIN | --outputs FILE --stage STAGE]';
const filters = {
  queue: { type: 'string', says: 'only the Tasks of this queue (default: all your queues)' },
  state: { type: 'string', says: 'states, separated by commas (default: requested,open)' },
  requester: { type: 'string', says: 'name or id of the requester; me for your own requests' },
  target: { type: 'string', says: 'id of the record that the Action changes' },
  due: { type: 'string', says: 'only Tasks that are due before this instant, or within this duration such as PT4H' },
} as const satisfies Options;

/** Command `logic-plane tasks list`. @param signIn signs in as the person whom the command line selects */
export const listTasksOf = (signIn: SignIn): Command => ({
  summary: 'List the Tasks that you may decide, the earliest deadline first',
  operands: `[--queue QUEUE] [--state STATE] [--requester NAME] [--target ID] [--due WHEN] [--most NUMBER] ${place}`,
  examples: [
    'logic-plane tasks list --as approver-1',
    'logic-plane tasks list --due PT4H --outputs outputs.json --stage prod',
  ],
  options: { ...filters, ...mostOption, ...personOptions },
  run: async (given, io) => {
    const names = Object.keys(filters) as (keyof typeof filters)[];
    const query = Object.fromEntries(names.map((name) => [name, textOption(given, name)]));
    const person = await signIn(given, io);
    const list = { member: 'tasks', row: listedTask, most: mostOf(given) };
    const { rows, more } = await listPages(person, { path: '/v1/tasks', query }, list);
    if (given.json) io.out(`${JSON.stringify({ tasks: rows, more })}\n`);
    else {
      io.out(rows.length === 0 ? 'No Task matches\n' : taskListText(rows, Date.now()));
      if (more) io.err(`These are the first ${counted(rows.length, 'Task')}. Use --most to see more\n`);
    }
    return exitCodes.ok;
  },
});

/** Command `logic-plane tasks show`. */
export const showTaskOf = (signIn: SignIn): Command => ({
  summary: 'Show the case of a Task: changes, rationale, evidence, passages, and the digest that a decision must name',
  operands: `TASK [--target-now] ${place}`,
  examples: ['logic-plane tasks show task-1f2e3d --as approver-1'],
  options: {
    'target-now': { type: 'boolean', says: 'read the target again at its system of record' },
    ...personOptions,
  },
  run: async (given, io) => {
    const id = onlyOperand(given, 'tasks show takes the id of one Task, which tasks list shows');
    const person = await signIn(given, io);
    const path = `/v1/tasks/${encodeURIComponent(id)}`;
    const shown = await ask(person, { path });
    const again = given.options['target-now'] === true ? await ask(person, { path: `${path}/target` }) : undefined;
    if (given.json) {
      io.out(`${JSON.stringify(again === undefined ? shown : { ...(shown as object), targetNow: again })}\n`);
      return exitCodes.ok;
    }
    const read = shownCase.parse(shown);
    io.out(caseText(read));
    if (again !== undefined) io.out(targetText(again));
    if (read.task.state === 'open')
      io.out(
        `\nTo decide:\n  logic-plane tasks grant ${id} --digest ${read.task.digest.slice(0, digestDigits)}\n  logic-plane tasks deny ${id} --digest ${read.task.digest.slice(0, digestDigits)} --reason REASON\n`,
      );
    return exitCodes.ok;
  },
});

/** Command `logic-plane tasks grant` or `logic-plane tasks deny`. */
export const voteOf = (decision: 'grant' | 'deny', signIn: SignIn): Command => ({
  summary:
    decision === 'grant'
      ? 'Grant a Task. You name the digest of what you have read, so that nothing else is granted'
      : 'Deny a Task. The requester sees the reason',
  operands: `TASK --digest DIGITS ${decision === 'deny' ? '--reason REASON' : '[--reason REASON]'} ${place}`,
  examples: [`logic-plane tasks ${decision} task-1f2e3d --digest 3fa94c01b2d7 --reason plausible --as approver-1`],
  options: {
    digest: {
      type: 'string',
      says: `the digest of the Task, or at least its first ${digestDigits} digits. The command tasks show prints it`,
    },
    reason: { type: 'string', says: 'the reason, which the Decision keeps' },
    ...personOptions,
  },
  run: async (given, io) => {
    const id = onlyOperand(given, `tasks ${decision} takes the id of one Task, which tasks list shows`);
    const digits = textOption(given, 'digest') ?? '';
    if (!/^[0-9a-f]+$/.test(digits) || digits.length < digestDigits || digits.length > 64)
      throw new UsageError(
        `--digest must have at least the first ${digestDigits} digits of the digest that tasks show ${id} prints`,
      );
    const reason = textOption(given, 'reason');
    if (decision === 'deny' && reason === undefined) throw new UsageError('tasks deny needs --reason REASON');
    const { answer, voted } = await vote(await signIn(given, io), { id, decision, reason, digits });
    io.out(given.json ? `${JSON.stringify(answer)}\n` : votedText(voted));
    return exitCodes.ok;
  },
});

const votedText = ({ decisionId, task: { state, grants, quorum } }: Voted): string =>
  state === 'open'
    ? `Your grant counts: ${grants} of ${quorum}. The Task waits for more grants\ndecision  ${decisionId}\n`
    : `The Task is ${state}\ndecision  ${decisionId}\n`;

const reassigned = z.looseObject({ decisionId: z.string(), task: z.looseObject({ queue: z.string() }) });

/** Command `logic-plane tasks reassign`. */
export const reassignTaskOf = (signIn: SignIn): Command => ({
  summary:
    'Give an open Task to another queue of its kind. You see it afterwards only if you are a member of that queue',
  operands: `TASK QUEUE --reason REASON ${place}`,
  examples: ['logic-plane tasks reassign task-1f2e3d queue.claims-seniors --reason complex --as approver-1'],
  options: { reason: { type: 'string', says: 'the reason, which the Decision keeps' }, ...personOptions },
  run: async (given, io) => {
    const [id, queue, ...more] = given.operands;
    if (id === undefined || queue === undefined || more.length > 0)
      throw new UsageError('tasks reassign takes the id of one Task, and the id of a queue');
    const reason = textOption(given, 'reason');
    if (reason === undefined) throw new UsageError('tasks reassign needs --reason REASON');
    const path = `/v1/tasks/${encodeURIComponent(id)}/reassign`;
    const answer = await ask(await signIn(given, io), { method: 'POST', path, body: { queue, reason } });
    const { decisionId, task } = reassigned.parse(answer);
    io.out(
      given.json ? `${JSON.stringify(answer)}\n` : `The Task is in ${visible(task.queue)}\ndecision  ${decisionId}\n`,
    );
    return exitCodes.ok;
  },
});

export const taskCommands: Noun = {
  summary: 'List, read and decide the Tasks of your queues, signed in as yourself',
  verbs: {
    list: listTasksOf(signedIn),
    show: showTaskOf(signedIn),
    grant: voteOf('grant', signedIn),
    deny: voteOf('deny', signedIn),
    reassign: reassignTaskOf(signedIn),
  },
};
