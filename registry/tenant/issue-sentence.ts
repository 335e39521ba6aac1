import type * as z from 'zod';
import { nearest } from '../../contract/values/nearest.ts';
import { namesIn } from './issue-names.ts';
import type { Path } from './source.ts';
import { memberAtPath } from './value-at.ts';

/**
 * A problem at a path of a file: what is wrong, and the fix. `key` means that the member's name is wrong, not its
 * value.
 */
export interface Sentence {
  readonly path: Path;
  readonly message: string;
  readonly fix: string;
  readonly key?: true;
}

type Issue = z.core.$ZodIssue;
type OfCode<C extends Issue['code']> = Extract<Issue, { code: C }>;

/** Returns the issues of a schema as sentences. @param at path of the value in its file */
export function sentencesOf(issues: readonly Issue[], file: unknown, at: Path = []): readonly Sentence[] {
  const placed = issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
  const misspelt = placed
    .filter((issue) => issue.code === 'unrecognized_keys')
    .flatMap((issue) => misspellings(issue, placed, file));
  const meant = new Set(misspelt.map(({ path, meant }) => pointerOf([...path, meant])));
  const others = placed.filter((issue) => !(isMissing(issue, file) && meant.has(pointerOf(issue.path))));
  return others.flatMap((issue) => sentences(issue, file, misspelt));
}

interface Misspelt {
  readonly path: Path;
  readonly sent: string;
  readonly meant: string;
}

/** Returns each unknown name together with the missing member whose name is nearest. */
function misspellings(issue: OfCode<'unrecognized_keys'>, all: readonly Issue[], file: unknown): readonly Misspelt[] {
  const missing = all
    .filter((one) => isMissing(one, file) && pointerOf(one.path.slice(0, -1)) === pointerOf(issue.path))
    .map(({ path }) => String(path.at(-1)));
  return issue.keys.flatMap((sent) => {
    const meant = nearest(sent, missing);
    return meant === undefined ? [] : [{ path: issue.path, sent, meant }];
  });
}

const isMissing = ({ code, path }: Issue, file: unknown): boolean =>
  ['invalid_type', 'invalid_value', 'invalid_union'].includes(code) &&
  path.length > 0 &&
  memberAtPath(file, path) === undefined;

function sentences(issue: Issue, file: unknown, misspelt: readonly Misspelt[]): readonly Sentence[] {
  const { path } = issue;
  const found = memberAtPath(file, path);
  const one = (message: string, fix: string): readonly Sentence[] => [
    { path, message: `${nameOf(path)} ${message}`, fix },
  ];
  if (isMissing(issue, file)) return one('is missing', `Add it: ${wanted(issue)}`);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownMember(issue, key, misspelt));
    case 'invalid_union':
      return issue.errors.length === 0
        ? one(`is ${shown(found)}`, chosen(found, namesIn(issue)))
        : nearestForm(issue, file);
    case 'invalid_value':
      return one(`is ${shown(found)}`, chosen(found, issue.values.map(String)));
    case 'invalid_type':
      return one(`is ${shown(found)}, not ${nounOf(issue.expected)}`, typeFix(issue, found));
    case 'too_small':
    case 'too_big':
      return one(...sized(issue, found));
    case 'invalid_format':
      return one(`is ${shown(found)}`, issue.message === '' ? formFix(issue.format) : issue.message);
    case 'invalid_key': {
      const [inner] = issue.issues;
      const fix =
        inner && inner.message !== ''
          ? inner.message
          : inner?.code === 'invalid_format'
            ? formFix(inner.format)
            : 'Use another name';
      return [
        { path, key: true, message: `${nameOf(path)} has a name that is not allowed: ${shown(path.at(-1))}`, fix },
      ];
    }
    case 'not_multiple_of':
      return one(`is ${shown(found)}`, `Use a multiple of ${issue.divisor}`);
    case 'invalid_element':
      return sentencesOf(issue.issues, file, path);
    case 'custom':
      return [{ path, ...declared(issue.message, path, found) }];
  }
}

/** Splits a message that a schema declares into what is wrong and the fix. Some messages are only a fix. */
function declared(message: string, path: Path, found: unknown): Pick<Sentence, 'message' | 'fix'> {
  if (/^[A-Z]/.test(message)) return { message: `${nameOf(path)} is ${shown(found)}`, fix: message };
  const value =
    ['string', 'number', 'boolean'].includes(typeof found) && String(found).length <= 60 ? ` (${shown(found)})` : '';
  const [what = message, ...steps] = message.split(/\. (?=[A-Z])/);
  const fix = steps.length > 0 ? steps.join('. ') : 'Change this value, or the value that it is compared with';
  return { message: `${nameOf(path)}${value} ${what}`, fix };
}

function unknownMember(issue: OfCode<'unrecognized_keys'>, key: string, misspelt: readonly Misspelt[]): Sentence {
  const path = [...issue.path, key];
  const names = namesIn(issue);
  const meant =
    misspelt.find((one) => one.sent === key && pointerOf(one.path) === pointerOf(issue.path))?.meant ??
    nearest(key, names);
  const known = names.length === 0 ? 'Remove it' : `Remove it, or use one of: ${names.join(', ')}`;
  return {
    path,
    key: true,
    message: `${nameOf(path)} is not a member of ${issue.path.length === 0 ? 'this file' : nameOf(issue.path)}`,
    fix: meant === undefined ? known : `Did you mean ${meant}?`,
  };
}

/**
 * Returns the problems of the form of a union that fits the value best. If no form can be meant, returns one problem
 * with what each form expects.
 */
function nearestForm(issue: OfCode<'invalid_union'>, file: unknown): readonly Sentence[] {
  const { path } = issue;
  const other = (form: readonly Issue[]): boolean =>
    form.some((one) => one.path.length === 0 && (one.code === 'invalid_type' || one.code === 'invalid_value'));
  const [nearestOne] = issue.errors.filter((form) => !other(form)).sort((a, b) => a.length - b.length);
  if (nearestOne) return sentencesOf(nearestOne, file, path);
  return [{ path, message: `${nameOf(path)} is ${shown(memberAtPath(file, path))}`, fix: `Write ${formsOf(issue)}` }];
}

function sized(issue: OfCode<'too_small'> | OfCode<'too_big'>, found: unknown): [message: string, fix: string] {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const within = issue.code === 'too_small' ? `at least ${limit}` : `at most ${limit}`;
  const declaredFix = /^[A-Z]/.test(issue.message) ? issue.message : undefined;
  if (issue.origin === 'string') {
    const length = String(found).length;
    return [`has ${length} ${length === 1 ? 'character' : 'characters'}`, declaredFix ?? `Use ${within}`];
  }
  if (issue.origin === 'array') {
    const length = Array.isArray(found) ? found.length : 0;
    return [`has ${length} ${length === 1 ? 'item' : 'items'}`, declaredFix ?? `Use ${within}`];
  }
  return [`is ${shown(found)}`, declaredFix ?? `Use ${within}`];
}

function chosen(found: unknown, values: readonly string[]): string {
  const near = typeof found === 'string' ? nearest(found, values) : undefined;
  const list = `Use one of: ${values.join(', ')}`;
  return near === undefined ? list : `Did you mean ${near}? ${list}`;
}

function typeFix({ expected }: OfCode<'invalid_type'>, found: unknown): string {
  const quoted = expected === 'string' && (typeof found === 'number' || typeof found === 'boolean');
  return quoted ? `Write it in quotes: ${JSON.stringify(String(found))}` : `Write ${nounOf(expected)}`;
}

/** Returns what each form of a union expects, without repetitions. */
const formsOf = ({ errors }: OfCode<'invalid_union'>): string =>
  [...new Set(errors.flatMap((form) => form.slice(0, 1)).map(wanted))].join(', or ');

/** Returns what a missing member must be. */
function wanted(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return issue.errors.length === 0 ? `one of ${namesIn(issue).join(', ')}` : formsOf(issue);
    case 'invalid_type':
      return nounOf(issue.expected);
    default:
      return 'a value';
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const nounOf = (expected: string): string => nouns[expected] ?? expected;

const forms: Readonly<Record<string, string>> = {
  date: 'Use a date, such as 2026-03-01',
  cidrv4: 'Use a range of addresses, such as 10.20.0.0/16',
  cidrv6: 'Use a range of addresses, such as fd00::/8',
};
const formFix = (format: string): string => forms[format] ?? `Use the form ${format}`;

/** Returns a path as a JSON Pointer (RFC 6901). */
const pointerOf = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
const nameOf = (path: Path): string => (path.length === 0 ? 'the file' : pointerOf(path));

const maxShown = 80;

/** Returns a value of the file as short text. It may be shown, because a tenant's files contain no secrets. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}...`;
}
