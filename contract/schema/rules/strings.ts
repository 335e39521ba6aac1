import { fullFormats } from 'ajv-formats/dist/formats.js';
import { valid } from '../finding.ts';
import { broken, type Rule } from '../keyword-place.ts';

/** Returns the number of code points, which is how JSON Schema counts characters. */
function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** A text has at most as many code points as UTF-16 units, so most texts need not be counted. */
const maxLength: Rule<string> = (place) => {
  const limit = Number(place.argument);
  const found = broken(place, { limit });
  return (text) => (text.length <= limit || codePoints(text) <= limit ? valid : found);
};

/** A text has at least half as many code points as UTF-16 units. */
const minLength: Rule<string> = (place) => {
  const limit = Number(place.argument);
  const found = broken(place, { limit });
  return (text) => (text.length >= 2 * limit || codePoints(text) >= limit ? valid : found);
};

const pattern: Rule<string> = (place) => {
  const expression = new RegExp(String(place.argument), 'u');
  const found = broken(place, { pattern: place.argument });
  return (text) => (expression.test(text) ? valid : found);
};

/** The formats that a signature may use. Each is checked in linear time. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: formatOf('date'),
  'date-time': formatOf('date-time'),
  time: formatOf('time'),
  duration: formatOf('duration'),
  uuid: formatOf('uuid'),
};

function formatOf(name: keyof typeof fullFormats): (text: string) => boolean {
  const format: unknown = fullFormats[name];
  if (format instanceof RegExp) return (text) => format.test(text);
  const { validate } = Object(format) as { readonly validate?: unknown };
  if (typeof validate !== 'function') throw new Error(`ajv-formats has no check of the format ${name}`);
  return validate as (text: string) => boolean;
}

const format: Rule<string> = (place) => {
  const name = String(place.argument);
  const fits = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!fits) throw new Error(`the schema has the unknown format ${name} at ${place.path}`);
  const found = broken(place, { format: name });
  return (text) => (fits(text) ? valid : found);
};

/** The keywords for strings, in the order in which they are checked. */
export const stringRules: Readonly<Record<string, Rule<string>>> = {
  maxLength,
  minLength,
  pattern,
  format,
};
