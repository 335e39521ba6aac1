/**
 * Matches the text that may be between a label and its value: the rest of a label, as in `Hasar tarihi / saati` or
 * `Hasar tarihi ve yeri`, then a remark in brackets, then punctuation and space. A minus sign directly before a number
 * belongs to the number.
 */
const form =
  /^\s*(?:(?:[/&]\s*|(?:ve|and)\s+)\p{L}[\p{L}./ ]{0,40}(?=[:：=([\t]|$))?\s*(?:\([^()]{0,60}\)|\[[^[\]]{0,60}\])?(?:[\s:：=?.…·•_>*)\]\u200b-\u200f\u00ad\u2060\ufeff]|[-–—](?![\d₺€$£]))*/iu;

export const leadIn = (passage: string): string => form.exec(passage.slice(0, 400))?.[0] ?? '';
