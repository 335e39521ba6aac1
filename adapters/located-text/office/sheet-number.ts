/**
 * Writes a number of a sheet as people see it: in plain notation with the fifteen digits that spreadsheets show. The
 * file contains the double, such as `67576.740000000005`, whose last digits have no meaning.
 */
export function sheetNumber(written: string): string {
  const digits = written.replaceAll(/^[-0.]+|[^\d]/g, '');
  if (digits.length <= 15 && !/[eE]/.test(written)) return written;
  const shown = String(Number(Number(written).toPrecision(15)));
  return shown.includes('e') ? written : shown;
}
