/**
 * Returns the value of an element as a person writes it. An amount is followed by the currency of its attribute
 * `currencyID`. A date in the format 102, such as 20260312 (UNTDID 2379), is written in ISO 8601.
 */
export function shownText(text: string, attributes: Readonly<Record<string, string>>): string {
  const value = text.trim();
  const { currencyID, format } = attributes;
  if (format === '102' && /^\d{8}$/.test(value)) return value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return currencyID !== undefined && value !== '' ? `${value} ${currencyID.trim()}` : value;
}
