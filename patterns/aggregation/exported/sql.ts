/** A piece of SQL, and the values of its `?` in order. */
export interface Sql {
  readonly text: string;
  readonly parameters: readonly string[];
}

/** Joins pieces of SQL. Only pieces can be inserted, so a value of the call never becomes SQL text. */
export const sql = (texts: TemplateStringsArray, ...pieces: readonly Sql[]): Sql => ({
  text: texts.reduce((whole, text, i) => `${whole}${pieces[i - 1]?.text ?? ''}${text}`),
  parameters: pieces.flatMap(({ parameters }) => parameters),
});

export const joinedSql = (pieces: readonly Sql[], between: string): Sql => ({
  text: pieces.map(({ text }) => text).join(between),
  parameters: pieces.flatMap(({ parameters }) => parameters),
});

/** Quotes a name of a table or column. @throws RangeError if the text has a character that could end the quotes */
export function sqlName(text: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(text)) throw new RangeError('must be the name of a table or column');
  return { text: `"${text}"`, parameters: [] };
}

/** Quotes a constant of the platform. @throws RangeError if the text has a character that could end the quotes */
export function constant(text: string): Sql {
  if (!/^[a-z0-9]*$/.test(text)) throw new RangeError('must be a constant of a statement');
  return { text: `'${text}'`, parameters: [] };
}

export const nothing = sql`CAST(NULL AS varchar)`;
export const asText = (value: Sql): Sql => sql`CAST(${value} AS varchar)`;

/** The longest parameter that Athena accepts: 255 code points need up to 1 024 bytes with quotes. */
const longest = 255;

/**
 * Passes a text of the call as one parameter. A text that is too long for one parameter is passed as several
 * parameters, which the SQL joins.
 */
export function parameter(text: string): Sql {
  const points = Array.from(text);
  const pieces = Array.from({ length: Math.max(1, Math.ceil(points.length / longest)) }, (_, i) =>
    points.slice(i * longest, (i + 1) * longest).join(''),
  );
  const marks = pieces.map(() => '?').join(' || ');
  return { text: pieces.length === 1 ? marks : `(${marks})`, parameters: pieces };
}
