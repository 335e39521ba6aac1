import { warned } from '../../../action-plane/warn.ts';
import type { AuditEvent, DecisionEvent, DispatchEvent, TransitionEvent } from '../../../contract/audit.ts';
import type { Action, ActionCase } from '../../../contract/rows/action.ts';
import type { Decision } from '../../../contract/rows/task.ts';

/** The platform's records about an Action, from which the sentences take values. */
export interface StoryRecords {
  readonly action: Action;
  /** Undefined if the case was erased. */
  readonly shown?: ActionCase;
  /** The Decisions that were found, by id. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** Says in one English sentence what an event of an Action's story was. */
export function sentenceOf(event: AuditEvent, records: StoryRecords): string {
  const who = event.actor.name;
  switch (event.kind) {
    case 'dispatch':
      return `${who} ${ofDispatch(event, records)}.`;
    case 'transition':
      return `${ofTransition(event, records.action)}.`;
    case 'decision':
      return `${who} ${ofDecision(event, records.decisions.get(event.decisionId))}.`;
    case 'read':
      return `${who} read ${event.subject}.`;
    case 'request':
      return `A request of ${who} about ${event.subject} was ${event.outcome}: ${event.code}.`;
    default:
      return `${who} caused an event of the kind ${event.kind}.`;
  }
}

function ofDispatch(event: DispatchEvent, { action, shown }: StoryRecords): string {
  const tool = event.version === undefined ? event.tool : `${event.tool}@${event.version}`;
  if (event.outcome === 'refused' || event.outcome === 'failed')
    return `called ${tool}, and the call was ${event.outcome}: ${event.code}`;
  if (event.outcome === 'replayed') return `called ${tool} again and got the recorded answer`;
  if (event.eventId === action.authoring.eventId) return `staged the change with ${tool}${ofCase(shown)}`;
  const role = roleOf(event.eventId, action, shown);
  return role === undefined ? `called ${tool}, which answered` : `called ${tool}; its answer is ${role}`;
}

function ofCase(shown: ActionCase | undefined): string {
  if (shown === undefined) return '';
  const changes = shown.changes.map(({ label, from, to }) => `${label} from ${textOf(from)} to ${textOf(to)}`);
  return `: ${[...changes, `the rationale is ${textOf(shown.rationale)}`].join('; ')}`;
}

/** Returns which part of the case is the answer of this call. */
function roleOf(
  eventId: string,
  { authoring, lookups = {} }: Action,
  shown: ActionCase | undefined,
): string | undefined {
  if (eventId === authoring.basis) return 'the basis of the change';
  const lookup = Object.entries(lookups).find(([, seen]) => seen.eventId === eventId);
  if (lookup) return `the record ${lookup[0]} that the change relies on`;
  if (shown?.evidence.some((evidence) => evidence.eventId === eventId)) return 'evidence for the change';
  return Object.values(shown?.drafts ?? {}).includes(eventId) ? 'a Draft in the change' : undefined;
}

function ofTransition(event: TransitionEvent, action: Action): string {
  const moves = [
    ...(event.taskTo === undefined ? [] : [ofTask(event.taskTo, event)]),
    ...(event.from === event.to ? [] : [`the Action went from ${event.from} to ${event.to}`]),
  ];
  const why = event.reason === undefined || event.reason === warned ? '' : ` because of ${event.reason}`;
  const receipt = event.to === 'committed' && action.sorReceipt ? `; ${answerOf(action)}` : '';
  const [first = 'The Action stayed as it was', ...more] = moves;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${more.map((move) => `, and ${move}`).join('')}${why}${receipt}`;
}

/** Only a warning leaves the state of a Task as it was. */
const ofTask = (state: string, { reason }: TransitionEvent): string =>
  reason === warned ? `the Task was still ${state} when its warning time came` : `the Task became ${state}`;

const answerOf = ({ target, sorReceipt }: Action): string =>
  `${target.sor} answered ${sorReceipt?.status} at ${sorReceipt?.at}`;

const acts: Readonly<Record<Decision['kind'], string>> = {
  'approval.granted': 'granted the change',
  'approval.denied': 'denied the change',
  'approval.expired': 'recorded that nobody decided in time',
  'approval.reassigned': 'gave the Task to another queue',
  'approval.withdrawn': 'withdrew the request for approval',
  'action.voided': 'voided the Action',
  'action.expired': 'recorded that the Action expired',
  'action.withdrawn': 'withdrew the Action',
  'action.compensation': 'recorded that the change was undone',
  'action.resolved': 'reported the outcome of the change',
};

function ofDecision(event: DecisionEvent, decision: Decision | undefined): string {
  const act = decision === undefined ? `made the Decision ${event.decisionKind}` : acts[decision.kind];
  const found = decision?.arrived === undefined ? '' : decision.arrived ? ': it arrived' : ': it did not arrive';
  const queue = decision?.queue === undefined ? '' : `: from ${decision.queue.from} to ${decision.queue.to}`;
  const why = decision?.reason === undefined ? ' without a reason' : `, with the reason ${textOf(decision.reason)}`;
  const policies = event.policies?.length ? `, under ${event.policies.join(', ')}` : '';
  return `${act}${found}${queue}${why}${policies}`;
}

/** Returns a value as JSON, so a text is in quotes and cannot look like a part of the sentence. */
const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
