import type * as z from 'zod';
import { Failure } from '../contract/failures.ts';
import { aKind, valueKindOf } from '../contract/values/kind.ts';
import { knownInstead, sentInstead } from '../contract/values/member-hints.ts';
import { escapePointer, valueAt } from '../contract/values/pointers.ts';

type Issue = z.core.$ZodIssue;

/** The form of a body. The names of its members help to correct misspelt ones. */
interface Form {
  readonly shape: Readonly<Record<string, unknown>>;
}

/** The refusal of a body that breaks its form: the member that is wrong, what it may be, and never its value. */
export function invalidRequest({ issues }: z.ZodError, body: unknown, form: Form): Failure {
  const known = Object.keys(form.shape);
  const sent = valueKindOf(body) === 'object' ? Object.keys(Object(body)) : [];
  // A misspelt member breaks the form twice. The missing one comes first: its message names both.
  const [issue] = [...issues].sort((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
  const unknown = issue !== undefined && isUnknown(issue) ? (issue.keys[0] ?? '') : undefined;
  const pointer = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown.slice(0, 64)])]
    .map((step) => `/${escapePointer(String(step))}`)
    .join('');
  const found = valueAt(body, pointer);
  const detail =
    unknown !== undefined
      ? `is not a known member${knownInstead(unknown, known)}`
      : found === undefined && pointer !== ''
        ? `is required${sentInstead(String(issue?.path.at(-1)), sent, known)}${allowed(issue, '; it must be ')}`
        : asked(issue, found);
  return new Failure('request.invalid', `${pointer === '' ? 'the body' : pointer}: ${detail}`, { pointer });
}

const isUnknown = (issue: Issue): issue is Extract<Issue, { code: 'unrecognized_keys' }> =>
  issue.code === 'unrecognized_keys';

function allowed(issue: Issue | undefined, before: string): string {
  if (issue?.code !== 'invalid_value') return '';
  const values = issue.values.map((value) => JSON.stringify(value));
  return `${before}${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
}

/** The requirement of the form at a place where another value was found. */
function asked(issue: Issue | undefined, found: unknown): string {
  switch (issue?.code) {
    case 'invalid_value':
      return allowed(issue, 'must be ');
    case 'invalid_type':
      return `must be ${aKind(issue.expected)}, but is ${aKind(valueKindOf(found))}`;
    case 'too_small':
      return `must have at least ${limit(issue.minimum, found)}`;
    case 'too_big':
      return `must have at most ${limit(issue.maximum, found)}`;
    case 'invalid_format':
      // The form's own message if it has one. Messages of the library begin with "Invalid".
      if (!issue.message.startsWith('Invalid')) return issue.message;
      return issue.format === 'regex' ? `must match ${issue.pattern ?? 'its pattern'}` : `must be ${issue.format}`;
    default:
      return 'is malformed';
  }
}

function limit(count: number | bigint, found: unknown): string {
  const noun = Array.isArray(found) ? 'item' : 'character';
  return typeof found === 'number' ? `the value ${count}` : `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}
