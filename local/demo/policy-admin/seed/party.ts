import type { Party } from '../records.ts';
import { turkishIban, withTcknDigits, withVknDigit } from './check-digits.ts';
import { generatorFor } from './generator.ts';
import { banks, cities, firstNames, lastNames, streets, trades } from './vocabulary.ts';

/** Every tenth party is a company. */
const isCompany = (number: number): boolean => number % 10 === 0;

/**
 * Makes an invented party. Identity numbers are random with right check digits. Telephone numbers begin with 500, which
 * no operator uses, and e-mail addresses end in a domain that is reserved for examples (RFC 2606).
 */
export const party = (number: number): Party => {
  const partyId = `PTY-${String(number).padStart(6, '0')}`;
  const random = generatorFor(partyId);
  const [city] = random.pick(cities);
  const lastName = random.pick(lastNames);
  const common = {
    phone: `+90 500 ${random.digits(3)} ${random.digits(4)}`,
    email: `${partyId.toLowerCase()}@example.com`,
    address: `${random.pick(streets)} No: ${random.int(1, 180)} D: ${random.int(1, 24)}`,
    city,
    iban: turkishIban(random.pick(banks), random.digits(16)),
  };
  const nine = `${random.int(1, 9)}${random.digits(8)}`;
  return isCompany(number)
    ? {
        partyId,
        kind: 'company',
        name: `${lastName} ${random.pick(trades)} A.Ş.`,
        taxNumber: withVknDigit(nine),
        ...common,
      }
    : {
        partyId,
        kind: 'person',
        name: `${random.pick(firstNames)} ${lastName}`,
        nationalId: withTcknDigits(nine),
        birthDate: random.day('1950-01-01', '2005-12-31'),
        ...common,
      };
};
