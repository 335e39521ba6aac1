import { AssertionError, Liquid, RenderError, UndefinedVariableError, type Context, type Template } from 'liquidjs';
import { FilterFault, filters } from './filters.ts';

export const letterFormats = ['text', 'html'] as const;
export type LetterFormat = (typeof letterFormats)[number];

const tags = new Set(['if', 'unless', 'for']);
export const maxSource = 20_000;
/** Characters that the values of one letter may come to, before its own length is looked at. */
const maxPrinted = 200_000;

/** Why a letter could not be written: a variable that is not there by its name, what was printed, or that it is too long. */
export class LetterFault extends Error {
  override readonly name = 'LetterFault';
  readonly variable: string | undefined;

  constructor(message: string, variable?: string) {
    super(message);
    this.variable = variable;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Values that together are over the limit. */
export class LetterTooLong extends LetterFault {}

/** Prints and counts: a letter that repeats a long value ends before it fills the memory. */
const counted = (print: (value: unknown) => string) =>
  function (this: { readonly context: Context }, value: unknown): string {
    const text = print(value);
    this.context.memoryLimit.use(text.length);
    return text;
  };

/** Prints text, numbers and booleans; an object or a null is an author's mistake, never `[object Object]`. */
function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new LetterFault('must be a text, a number or a boolean');
}

const escaped = (value: unknown): string => printed(value).replaceAll(/[&<>"']/g, (char) => escapes[char] ?? '');

function engine(outputEscape: (value: unknown) => string): Liquid {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    outputEscape,
    // No template can name another: there is no file system behind it.
    templates: {},
    dynamicPartials: false,
    relativeReference: false,
    locale: 'en-US',
    timezoneOffset: 0,
    parseLimit: maxSource,
    memoryLimit: maxPrinted,
  });
  for (const name of Object.keys(liquid.tags)) if (!tags.has(name)) delete liquid.tags[name];
  for (const name of Object.keys(liquid.filters)) delete liquid.filters[name];
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter);
  return liquid;
}

const engines: Readonly<Record<LetterFormat, Liquid>> = {
  text: engine(counted(printed)),
  html: engine(counted(escaped)),
};

/** @throws Error of liquidjs for what does not parse, and for a tag or filter that letters do not have */
export const parseLetter = (format: LetterFormat, source: string): Template[] => engines[format].parse(source);

/**
 * A letter over its parts, which are data and never read as a template.
 * @throws LetterFault
 */
export function renderLetter(format: LetterFormat, letter: Template[], parts: object): string {
  try {
    const text: unknown = engines[format].renderSync(letter, parts);
    return typeof text === 'string' ? text : '';
  } catch (error) {
    throw faultOf(error);
  }
}

const missing = 'is required by the letter';
const variableIn = (message: string): string | undefined => /undefined variable: ([\w.]+)/.exec(message)?.[1];

function faultOf(error: unknown): unknown {
  const origin = RenderError.is(error) ? error.originalError : error;
  if (origin instanceof LetterFault) return origin;
  if (origin instanceof FilterFault) return new LetterFault(origin.message);
  if (origin instanceof UndefinedVariableError) return new LetterFault(missing, variableIn(origin.message));
  if (origin instanceof AssertionError)
    return new LetterTooLong(`the letter prints more than ${maxPrinted} characters`);
  // What liquidjs says may hold a value of the parts.
  return new LetterFault('the letter cannot be rendered');
}
