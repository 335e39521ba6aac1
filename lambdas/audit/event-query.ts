import { auditCursorOf } from '../../adapters/tables/audit-cursor.ts';
import type { AuditQuery } from '../../adapters/tables/audit-table.ts';
import type { AuditEvent, DispatchEvent } from '../../contract/audit.ts';
import { failures, Failure } from '../../contract/failures.ts';
import { knownInstead } from '../../contract/values/member-hints.ts';
import { parametersOf } from '../lists/parameters.ts';
import type { HttpRequest } from '../http.ts';

/** A query of the audit log: the key that the table finds events by, and the other conditions. */
export interface EventQuery {
  readonly query: AuditQuery;
  /** The names of the conditions, in the order of the parameters of the path. */
  readonly conditions: readonly string[];
  /** Conditions on each event besides the key of the query. Undefined if there are none. */
  readonly filter?: (event: AuditEvent) => boolean;
}

/** The parameters by which the table finds events, the one that usually finds the fewest first. */
const keys = ['run', 'action', 'caller', 'tool', 'day'] as const;
const conditionNames = [...keys, 'actor', 'outcome', 'code', 'subject'] as const;
const names = [...conditionNames, 'from', 'to', 'limit', 'cursor'] as const;

type Key = (typeof keys)[number];
type Condition = (typeof conditionNames)[number];

const outcomes: readonly DispatchEvent['outcome'][] = ['answered', 'replayed', 'refused', 'failed'];

/** Returns true if the event fulfils the condition. `actor` is a login, an agent's name or an id. */
const fulfils: Readonly<Record<Condition, (event: AuditEvent, value: string) => boolean>> = {
  run: (event, value) => event.runId === value,
  action: (event, value) => event.actionId === value,
  caller: (event, value) => event.actor.id === value,
  tool: (event, value) => event.kind === 'dispatch' && event.tool === value,
  day: (event, value) => event.at.slice(0, 10) === value,
  actor: ({ actor }, value) => actor.id === value || actor.name === value,
  outcome: (event, value) => 'outcome' in event && event.outcome === value,
  code: (event, value) => 'code' in event && event.code === value,
  subject: (event, value) => 'subject' in event && event.subject === value,
};

/**
 * Parses the parameters of `GET /v1/audit/events`. At least one of them must be a key of the table. Every other
 * condition is checked on each event.
 * @throws Failure `request.invalid`
 */
export function eventQueryOf(request: HttpRequest): EventQuery {
  const { from, to, cursor, limit, tool, ...others } = parametersOf(request, names);
  const [toolId, version] = tool?.split('@', 2) ?? [];
  const given = { ...others, ...(toolId === undefined ? {} : { tool: toolId }) };
  const key = keys.find((name) => given[name] !== undefined);
  if (key === undefined)
    throw new Failure('request.invalid', `the query needs at least one of these parameters: ${keys.join(', ')}`);
  check(given);
  if (cursor !== undefined) auditCursorOf(cursor);
  if (from !== undefined && to !== undefined && instant('from', from) >= instant('to', to)) {
    throw new Failure('request.invalid', 'the time in the parameter from must be before the time in the parameter to');
  }
  const filter = filterOf(given, { key, version });
  return {
    query: {
      by: { [key]: given[key] } as AuditQuery['by'],
      ...(from === undefined ? {} : { from: instant('from', from) }),
      ...(to === undefined ? {} : { to: instant('to', to) }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(limit === undefined ? {} : { limit: Number(limit) }),
    },
    conditions: conditionNames.filter((name) => given[name] !== undefined),
    ...(filter && { filter }),
  };
}

type Conditions = Partial<Record<Condition, string>>;

function filterOf(
  given: Conditions,
  { key, version }: { readonly key: Key; readonly version: string | undefined },
): EventQuery['filter'] {
  const checks = conditionNames.flatMap((name) => {
    const value = given[name];
    return name === key || value === undefined ? [] : [(event: AuditEvent) => fulfils[name](event, value)];
  });
  if (version !== undefined) checks.push((event) => event.kind === 'dispatch' && event.version === version);
  return checks.length === 0 ? undefined : (event) => checks.every((fulfilled) => fulfilled(event));
}

/** Checks the values of which the platform knows all. Otherwise a misspelt value would look like nothing happened. */
function check({ day, outcome, code }: Conditions): void {
  if (day !== undefined && !isDay(day))
    throw new Failure('request.invalid', 'the parameter day must be a date such as 2026-11-27');
  mustBeKnown('outcome', outcome, outcomes);
  mustBeKnown('code', code, Object.keys(failures));
}

function mustBeKnown(name: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw new Failure('request.invalid', `the parameter ${name} has an unknown value${knownInstead(value, known)}`);
}

/** Returns true for a day that exists. Without this check, a thirteenth month would look like a day without events. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

function instant(name: string, text: string): string {
  const millis = Date.parse(text);
  if (Number.isNaN(millis))
    throw new Failure('request.invalid', `the parameter ${name} must be an instant such as 2026-11-27T09:00:00Z`);
  return new Date(millis).toISOString();
}
