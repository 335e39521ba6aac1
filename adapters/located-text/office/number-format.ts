/**
 * Ways in which a format writes a currency: in brackets, as a sign, or as letters in quotes or after backslashes
 * (ECMA-376, 18.8.31).
 */
const inBrackets = /\[\$([^\]-]+)(?:-[^\]]*)?\]/;
const asSign = /\p{Sc}/u;
const inQuotes = /"\s*(TL|[A-Z]{3})\s*"|((?:\\[A-Z]){2,3})/;

/** The facts that the number format of a cell adds to the number in the cell. */
export interface NumberFormat {
  readonly kind: 'number' | 'date' | 'time' | 'duration' | 'hidden';
  /** The currency code or sign that is shown with the number. */
  readonly currency?: string;
}

/** Formats that Office knows by number, so files do not contain them (ECMA-376, 18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 30, 36, 50, 57].map((id) => [id, 'yyyy-mm-dd'])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 47].map((id) => [id, 'h:mm:ss'])),
  22: 'yyyy-mm-dd h:mm',
  46: '[h]:mm:ss',
};

/** Parses a number format. @param code the format in the file; undefined if the file does not contain it */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  const format = code ?? builtIn[id] ?? '';
  if (/^;{2,3}$/.test(format.trim())) return { kind: 'hidden' };
  const [positive = ''] = format.split(';');
  // Text in quotes, after a backslash, or in the brackets of a colour or locale does not count as letters of the
  // format.
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').toLowerCase();
  if (/\[(?:h+|m+|s+)\]/.test(bare)) return { kind: 'duration' };
  if (!/[#0?]/.test(bare.replaceAll(/s\.0+/g, 's')) && bare.trim() !== 'general') {
    if (/[yd]|m{3}|^m+$/.test(bare.replaceAll(/am\/pm|a\/p/g, ''))) return { kind: 'date' };
    if (/[hs]/.test(bare)) return { kind: 'time' };
  }
  const currency = currencyIn(format);
  return { kind: 'number', ...(currency === undefined ? {} : { currency }) };
}

function currencyIn(code: string): string | undefined {
  const [, bracketed] = inBrackets.exec(code) ?? [];
  const [sign] = asSign.exec(code.replaceAll(/\[[^\]]*\]/g, '')) ?? [];
  const [, quoted, escaped] = inQuotes.exec(code) ?? [];
  const found = (bracketed ?? sign ?? quoted ?? escaped?.replaceAll('\\', ''))?.trim();
  return found === undefined || found === '' ? undefined : found;
}
