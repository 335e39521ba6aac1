import { ForTag, IfTag, Output, TokenKind, UnlessTag, type Template, type Token, type Value } from 'liquidjs';
import { languages, takes } from './filters.ts';
import { contentOf } from './letter-form.ts';
import { parseLetter, type LetterFormat } from './letter.ts';
import { markupProblem } from './markup.ts';
import { isList, isPrintable, isTypeSchema, typeMemberOf, type TypeSchema } from './typed.ts';

/** True if every value of the type `sub` is also a value of the type `sup`. */
export type Fits = (sub: unknown, sup: unknown) => boolean;

/**
 * The most iterations that all loops of a letter may make together, according to the `maxItems` of the lists. This
 * number of iterations takes about 0.1 s at a cold start.
 */
const maxTurns = 20_000;
/** Member names to which Liquid gives a meaning of its own if the object does not have them. */
const liquidsOwn = new Set(['size', 'first', 'last']);
const loop: TypeSchema = {
  type: 'object',
  properties: { first: { type: 'boolean' }, last: { type: 'boolean' }, index: { type: 'integer' } },
  required: ['first', 'last', 'index'],
};

type Member = NonNullable<ReturnType<typeof typeMemberOf>>;

interface Scope {
  readonly variables: ReadonlyMap<string, Member>;
  /** The most times that this place of the letter can be printed. */
  readonly turns: number;
  /** The optional members, such as `party.name`, that surrounding conditions have found to be present. */
  readonly asked: readonly string[];
}

/**
 * Returns everything that a letter could do wrong: use an unknown part, print an object, put HTML around a value in a
 * wrong way, or loop without a limit. Empty if the letter is correct.
 */
export function letterProblems(
  { format, source }: { readonly format: LetterFormat; readonly source: string },
  parts: TypeSchema,
  fits: Fits,
): readonly string[] {
  let letter: Template[];
  try {
    letter = parseLetter(format, source);
  } catch (error) {
    return [
      `is not a valid letter: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'cannot be parsed'}`,
    ];
  }
  const names = isTypeSchema(parts['properties']) ? Object.keys(parts['properties']) : [];
  const variables = new Map(names.map((name) => [name, typeMemberOf(parts, name) ?? always(false)] as const));
  return new Proof(format, fits).walk(letter, { variables, turns: 1, asked: [] });
}

/** True if the letter certainly has some text, whatever values its parts have. */
export const isNeverEmpty = (format: LetterFormat, source: string): boolean =>
  parseLetter(format, source).some(({ token }) => token.kind === TokenKind.HTML && contentOf(token).trim() !== '');

class Proof {
  readonly #format: LetterFormat;
  readonly #fits: Fits;
  #turns = 0;

  constructor(format: LetterFormat, fits: Fits) {
    this.#format = format;
    this.#fits = fits;
  }

  walk(letter: readonly Template[], scope: Scope): readonly string[] {
    return letter.flatMap((template) => {
      if (template instanceof Output) return this.#output(template, scope);
      if (template instanceof ForTag) return this.#loop(template, scope);
      if (template instanceof IfTag || template instanceof UnlessTag) {
        return [
          ...template.branches.flatMap(({ value }) => condition(value, scope)),
          ...template.branches.flatMap(({ value, templates }, i) => {
            // The first branch of `unless` is printed if its condition is false, so the condition proves nothing there.
            const asks = template instanceof UnlessTag && i === 0 ? [] : askedBy(value);
            return this.walk(templates, { ...scope, asked: [...scope.asked, ...asks] });
          }),
          ...this.walk(template.elseTemplates ?? [], scope),
        ];
      }
      if (template.token.kind !== TokenKind.HTML)
        return [`has ${template.token.getText()}, which letters do not support`];
      const problem = this.#format === 'html' ? markupProblem(contentOf(template.token)) : undefined;
      return problem === undefined ? [] : [problem];
    });
  }

  #output({ token, value }: Output, scope: Scope): readonly string[] {
    const [reference, ...more] = value.initial.postfix;
    const text = token.getText();
    if (!reference || more.length > 0) return [`${text} prints more than one value. Print one value in each tag`];
    const found = typeAt(reference, scope);
    if ('problem' in found) return [`${text} ${found.problem}`];
    if (!found.certain) return [`${text} is optional. Use it only inside an if tag that tests it`];
    if (!isPrintable(found.schema)) return [`${text} must print a text, a number or a boolean`];
    // The last filter is the escaping that the engine adds.
    return value.filters.slice(0, -1).flatMap(({ name, args }) => {
      const wanted = Object.hasOwn(takes, name) ? takes[name] : undefined;
      const [language, ...others] = args;
      const known = others.length === 0 && isQuoted(language) && languages.includes(language.content);
      if (!known) return [`${text} uses ${name} with an unknown language. Use one of ${languages.join(', ')}`];
      return this.#fits(found.schema, wanted) ? [] : [`${text} has a type that the filter ${name} does not accept`];
    });
  }

  #loop(tag: ForTag, scope: Scope): readonly string[] {
    const text = tag.token.getText();
    if (Object.keys(tag.hash.hash).length > 0) return [`${text} has options, which loops of letters do not support`];
    if (scope.variables.has(tag.variable))
      return [`${text} uses the name of a part for its variable. Use another name`];
    const found = typeAt(tag.collection, scope);
    if ('problem' in found) return [`${text} ${found.problem}`];
    if (!found.certain)
      return [`${text} loops over an optional part. Use the loop only inside an if tag that tests this part`];
    if (!isList(found.schema)) return [`${text} must loop over a part that is an array`];
    const { items, maxItems } = found.schema;
    if (typeof maxItems !== 'number')
      return [`${text} loops over an array without maxItems. Declare maxItems in the type of the parts`];
    const turns = scope.turns * maxItems;
    this.#turns += turns;
    if (this.#turns > maxTurns)
      return [
        `${text} makes ${this.#turns} rounds, and all loops of a letter together may make ${maxTurns}. Lower maxItems of the lists`,
      ];
    const variables = new Map([...scope.variables, [tag.variable, always(items)], ['forloop', always(loop)]] as const);
    return [
      ...this.walk(tag.templates, { variables, turns, asked: scope.asked }),
      ...this.walk(tag.elseTemplates ?? [], scope),
    ];
  }
}

const always = (schema: unknown): Member => ({ schema, required: true });

const isQuoted = (token: unknown): token is { readonly content: string } =>
  typeof token === 'object' &&
  token !== null &&
  'kind' in token &&
  token.kind === TokenKind.Quoted &&
  'content' in token &&
  typeof token.content === 'string';

const constants = new Set([TokenKind.Operator, TokenKind.Quoted, TokenKind.Number, TokenKind.Literal]);

/**
 * Returns what is wrong with a condition. A condition may contain constants, and parts and their members, also optional
 * ones. It must not contain a filter.
 */
function condition(value: Value, scope: Scope): readonly string[] {
  if (value.filters.length > 0)
    return [
      `has a condition with the filter ${value.filters[0]?.name ?? ''}. Filters are allowed only where a value is printed`,
    ];
  return value.initial.postfix.flatMap((token) => {
    if (constants.has(token.kind)) return [];
    const found = typeAt(token, scope);
    return 'problem' in found ? [`${token.getText()} ${found.problem}`] : [];
  });
}

/**
 * Returns the members that are certainly present if a condition holds. If the condition joins its terms only by `and`,
 * these are all members that it tests. Otherwise the list is empty.
 */
function askedBy({ initial: { postfix } }: Value): readonly string[] {
  const names = postfix.filter(({ kind }) => kind === TokenKind.PropertyAccess);
  const rest = postfix.filter(({ kind }) => kind !== TokenKind.PropertyAccess);
  return rest.every((token) => token.getText().trim() === 'and')
    ? names.map((token) => (namesIn(token) ?? []).join('.'))
    : [];
}

/**
 * Returns the names in an expression such as `claim.reserve["amount"]`, in order. Undefined if a name in it comes from
 * a variable.
 */
function namesIn(token: Token): readonly string[] | undefined {
  if (token.kind !== TokenKind.PropertyAccess || !('props' in token) || !Array.isArray(token.props)) return undefined;
  if ('variable' in token && token.variable !== undefined) return undefined;
  const names = token.props.map((step: Token) =>
    (step.kind === TokenKind.Word || step.kind === TokenKind.Quoted) && 'content' in step
      ? String(step.content)
      : undefined,
  );
  const known = names.filter((name) => name !== undefined);
  return known.length === names.length ? known : undefined;
}

type Found = { readonly schema: unknown; readonly certain: boolean } | { readonly problem: string };

/** Returns the type of an expression such as `claim.reserve.amount`, and whether its value is certainly present. */
function typeAt(token: Token, { variables, asked }: Scope): Found {
  if (token.kind !== TokenKind.PropertyAccess) return { problem: 'must be a part or a member of one' };
  const names = namesIn(token);
  if (!names) return { problem: 'must name its members by constants, not by variables' };
  const [root = '', ...steps] = names;
  const variable = variables.get(root);
  if (!variable) return { problem: `names ${root}, which the parts do not have` };
  const guarded = (depth: number): boolean =>
    asked.some((one) => `${one}.`.startsWith(`${names.slice(0, depth).join('.')}.`));
  let { schema } = variable;
  let certain = variable.required || guarded(1);
  for (const [i, step] of steps.entries()) {
    const inner = liquidsOwn.has(step) && schema !== loop ? undefined : typeMemberOf(schema, step);
    if (!inner) return { problem: `names ${step}, which is not a member there` };
    certain &&= inner.required || guarded(i + 2);
    schema = inner.schema;
  }
  return { schema, certain };
}
