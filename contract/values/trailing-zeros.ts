/** Removes the zeros at the end of a text of digits. The regular expression `/0+$/` would take quadratic time. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
}
