import { AssertionError, Liquid, RenderError, UndefinedVariableError, type Context, type Template } from 'liquidjs';
import { FilterFault, filters } from './filters.ts';

export const letterFormats = ['text', 'html'] as const;
export type LetterFormat = (typeof letterFormats)[number];

const tags = new Set(['if', 'unless', 'for']);
export const maxSource = 20_000;
/**
 * The most characters that all printed values of a letter may have together. The limit stops the rendering before it
 * fills the memory.
 */
const maxPrinted = 200_000;

/**
 * The reason why a letter could not be rendered: a missing variable, a value that cannot be printed, or too much text.
 */
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

/** Thrown if the printed values together exceed the limit. */
export class LetterTooLong extends LetterFault {}

/**
 * Wraps a printing function so that it counts characters. A letter that repeats a long value is stopped before it fills
 * the memory.
 */
const counted = (print: (value: unknown) => string) =>
  function (this: { readonly context: Context }, value: unknown): string {
    const text = print(value);
    this.context.memoryLimit.use(text.length);
    return text;
  };

/**
 * Prints a text, a number or a boolean. An object or null is refused, because Liquid would print it as `[object
 * Object]`.
 */
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
    // A template cannot include another one: the engine gets no templates and no file system.
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

/**
 * Parses a letter.
 * @throws Error of liquidjs if the letter is malformed, or uses a tag or filter that letters do not support
 */
export const parseLetter = (format: LetterFormat, source: string): Template[] => engines[format].parse(source);

/** Renders a letter with its parts. The parts are data and are never interpreted as a template. @throws LetterFault */
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
  // The message of liquidjs is not used, because it may contain a value of the parts.
  return new LetterFault('the letter cannot be rendered');
}
