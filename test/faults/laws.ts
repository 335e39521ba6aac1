import { Failure, failures } from '../../contract/failures.ts';
import type { HttpAnswer } from '../../lambdas/http.ts';
import { secretOfPort, type Point } from './instance.ts';
import type { FaultKind } from './manners.ts';
import type { Ended, Played, Seen } from './play.ts';
import type { Scene } from './scene.ts';

interface Cell {
  readonly scene: Scene;
  readonly point: Point;
  readonly kind: FaultKind;
  /** The same scene without a fault. */
  readonly clean: Played;
  readonly played: Played;
}

/** Returns the laws that a cell of the table of faults broke. */
export function brokenBy(cell: Cell): readonly string[] {
  const { played } = cell;
  const laws = { ...lawsOfAnswers(cell), ...(isClosing(cell) ? lawsOfClosed(played) : lawsOfEffects(cell)) };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

type Laws = Readonly<Record<string, boolean>>;

function lawsOfAnswers(cell: Cell): Laws {
  const { scene, point, kind, clean, played } = cell;
  const { first, afterFirst, retried, atEnd } = played;
  const isEnded = kind.startsWith('crash') || (kind === 'hang' && !scene.isHttp);
  return {
    'the fault took effect': played.isHit,
    'the function ends in time': isEnded || first.kind !== 'silent',
    'the caller gets a typed answer': isEnded || isTyped(first),
    'the answer names exactly one event': hasItsEvent(scene, first, afterFirst) || isLedgerSilent(first, point),
    'no answer and no event repeats what a port said': !told(first, atEnd).includes(secretOfPort),
    'the caller notices nothing': !isUnnoticed(cell) || outcomeOf(first) === outcomeOf(clean.first),
    'the retry is answered': isAnswered(scene, retried),
    'the retry names exactly one event': hasItsEvent(scene, retried, atEnd),
  };
}

const lawsOfEffects = ({ clean, played: { isDone, afterFirst, atEnd } }: Cell): Laws => ({
  'no effect happens twice': isAtMost(afterFirst, clean.atEnd) && isAtMost(atEnd, clean.atEnd),
  'if nobody repeats the request, nothing is left to do': !isDone || afterFirst.state === clean.atEnd.state,
  'after the retry, the state is as without a fault': atEnd.state === clean.atEnd.state,
});

/** True if the failure of this call ends the Action for good. */
const isClosing = ({ scene, point, kind }: Cell): boolean =>
  scene.closes.includes(point.name) && (kind === 'before' || kind === 'throttled');

const lawsOfClosed = ({ atEnd: { effects, state } }: Played): Laws => ({
  'the Action is voided, and nothing is sent':
    String(state).includes('voided') && effects['changes'] === 0 && effects['objects'] === 0,
});

/**
 * True if the caller must not notice the fault: the client of the outside world repeats the call, or the call only
 * reports something.
 */
const isUnnoticed = ({ point, kind }: Cell): boolean =>
  kind === 'answer lost' || kind === 'conflict' || point.name.startsWith('observer.');

/** Returns the status of an answer, and whether it was replayed; or how else an invocation ended. */
const outcomeOf = (ended: Ended): string =>
  ended.kind === 'answer' ? `${ended.answer.statusCode} ${ended.answer.headers?.['idempotent-replayed']}` : ended.kind;

/** True for an answer without an event, if the ledger did not answer. */
const isLedgerSilent = (ended: Ended, { name }: Point): boolean =>
  name === 'database.write' &&
  ended.kind === 'answer' &&
  ended.answer.headers?.['audit-event-id'] === undefined &&
  problemOf(ended.answer).code === 'ledger.unanswered';

interface Problem {
  readonly code?: string;
  readonly eventId?: string;
}
const problemOf = ({ statusCode = 500, body = '' }: HttpAnswer): Problem =>
  statusCode < 300 ? {} : (JSON.parse(body) as Problem);

function isTyped(ended: Ended): boolean {
  if (ended.kind === 'value') return true;
  if (ended.kind !== 'answer') return ended.kind === 'error' && ended.error instanceof Error;
  const { statusCode = 500, headers = {} } = ended.answer;
  if (statusCode < 300) return true;
  const { code = '' } = problemOf(ended.answer);
  const failure = Object.entries(failures).find(([name]) => name === code)?.[1];
  return failure?.status === statusCode && (headers['retry-after'] !== undefined) === failure.retryable;
}

function hasItsEvent(scene: Scene, ended: Ended, { events }: Seen): boolean {
  if (ended.kind !== 'answer') return true;
  const { statusCode = 500, headers = {} } = ended.answer;
  const named = headers['audit-event-id'];
  if (named !== undefined) return events.filter(({ eventId }) => eventId === named).length === 1;
  return statusCode < 300 && scene.isSilent;
}

function isAnswered({ spent }: Scene, ended: Ended): boolean {
  if (ended.kind === 'value') return true;
  if (ended.kind === 'error') return ended.error instanceof Failure && spent.includes(ended.error.code);
  if (ended.kind === 'silent') return false;
  const { statusCode = 500 } = ended.answer;
  return statusCode < 300 || spent.some((code) => code === problemOf(ended.answer).code);
}

const isAtMost = ({ effects }: Seen, most: Seen): boolean =>
  Object.entries(effects).every(([name, count]) => count <= (most.effects[name] ?? 0));

const told = (ended: Ended, { events }: Seen): string =>
  JSON.stringify([ended.kind === 'answer' ? ended.answer : '', events]);
