/** The digits without the zeros at their end. The expression `/0+$/` would look at each zero anew from every zero before it. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
}
