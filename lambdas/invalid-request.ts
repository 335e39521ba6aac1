import type * as z from 'zod';
import { Failure } from '../contract/failures.ts';
import { aKind, valueKindOf } from '../contract/values/kind.ts';
import { knownInstead, sentInstead } from '../contract/values/member-hints.ts';
import { escapePointer, valueAt } from '../contract/values/pointers.ts';

type Issue = z.core.$ZodIssue;

/** The schema of a body. Its member names help to correct a misspelt name. */
interface Form {
  readonly shape: Readonly<Record<string, unknown>>;
}

/**
 * Returns the refusal of a body that does not match its schema. The refusal names the wrong member and what is allowed
 * there, but never contains the value.
 */
export function invalidRequest({ issues }: z.ZodError, body: unknown, form: Form): Failure {
  const known = Object.keys(form.shape);
  const sent = valueKindOf(body) === 'object' ? Object.keys(Object(body)) : [];
  // A misspelt member causes two issues. The one about the missing member comes first, because its message names both
  // members.
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

/** Returns what the schema requires at a place, and the type that was found. */
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
      // The schema's own message is used if it has one. The library's messages begin with "Invalid".
      if (!issue.message.startsWith('Invalid')) return issue.message;
      return issue.format === 'regex' ? `must match ${issue.pattern ?? 'its pattern'}` : `must be ${issue.format}`;
    case 'custom':
      return issue.message;
    default:
      return 'is malformed';
  }
}

function limit(count: number | bigint, found: unknown): string {
  const noun = Array.isArray(found) ? 'item' : 'character';
  return typeof found === 'number' ? `the value ${count}` : `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}
