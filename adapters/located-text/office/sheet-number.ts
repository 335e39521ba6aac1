/**
 * A number of a sheet as people see it: in plain notation, of the fifteen digits that spreadsheets show. A file holds the
 * double, whose last digits are no one's: `67576.740000000005`.
 */
export function sheetNumber(written: string): string {
  const digits = written.replaceAll(/^[-0.]+|[^\d]/g, '');
  if (digits.length <= 15 && !/[eE]/.test(written)) return written;
  const shown = String(Number(Number(written).toPrecision(15)));
  return shown.includes('e') ? written : shown;
}
