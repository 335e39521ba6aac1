const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const numbers = (digits: string): number[] => Array.from(digits, Number);

/** Returns a Turkish identity number (TCKN) from its first nine digits. The first digit must not be 0. */
export const withTcknDigits = (nine: string): string => {
  const digits = numbers(nine);
  const odd = sum(digits.filter((_, index) => index % 2 === 0));
  const even = sum(digits.filter((_, index) => index % 2 === 1));
  const tenth = (odd * 7 - even + 100) % 10;
  return `${nine}${tenth}${(odd + even + tenth) % 10}`;
};

/** Returns a Turkish tax number (VKN) from its first nine digits. */
export const withVknDigit = (nine: string): string => {
  const parts = numbers(nine).map((digit, index) => {
    const shifted = (digit + 9 - index) % 10;
    return shifted === 9 ? 9 : (shifted * 2 ** (9 - index)) % 9;
  });
  return `${nine}${(10 - (sum(parts) % 10)) % 10}`;
};

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** Letters by their value from 1 to 9 (ISO 3779). I, O and Q are not used. */
const vinValues = ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'];

const vinValue = (char: string): number =>
  /\d/.test(char) ? Number(char) : vinValues.findIndex((letters) => letters.includes(char)) + 1;

/** Returns a vehicle identification number with the right check digit in the ninth place (49 CFR 565). */
export const withVinDigit = (vin: string): string => {
  const rest = sum(Array.from(vin, (char, index) => vinValue(char) * (vinWeights[index] ?? 0))) % 11;
  return `${vin.slice(0, 8)}${rest === 10 ? 'X' : rest}${vin.slice(9)}`;
};

/** Returns a Turkish IBAN (ISO 13616) from five digits of the bank and sixteen of the account. */
export const turkishIban = (bank: string, account: string): string => {
  const local = `${bank}0${account}`;
  // T is 29 and R is 27. The digits 00 take the place of the check digits.
  const check = 98n - (BigInt(`${local}292700`) % 97n);
  return `TR${String(check).padStart(2, '0')}${local}`;
};
