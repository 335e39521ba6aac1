import type { RateTable } from '../../contract/artefacts.ts';
import { hashOf, NotJson } from '../../contract/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { Product } from '../../contract/pattern.ts';
import { money } from '../../contract/shapes.ts';
import { convertMoney } from './convert-money.ts';
import type { Request, Response } from './schema.ts';

/**
 * A value to what the target asks: bit-exact, with what was used beside it.
 * @throws Failure `arguments.invalid`
 */
export function convert({ value, target }: Request, rates: RateTable | undefined): Product<Response, never> {
  if (target.kind === 'hash') return { result: { status: 'hashed', algorithm: target.algorithm, hash: hash(value) } };
  if (!rates) throw new Failure('ref.unknown', 'no such rate table', { pointer: '/target/rates' });
  const parsed = money.safeParse(value);
  if (!parsed.success) {
    throw new Failure('arguments.invalid', '/value: an amount as a decimal string and a currency', {
      pointer: '/value',
    });
  }
  return convertMoney(parsed.data, target, rates);
}

/** SHA-256 over RFC 8785 canonical JSON. */
function hash(value: unknown): string {
  try {
    return hashOf(value);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw new Failure('arguments.invalid', '/value: JSON that its text says exactly', {
      pointer: '/value',
      cause: error,
    });
  }
}
