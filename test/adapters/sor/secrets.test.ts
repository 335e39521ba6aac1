import { describe, expect, it } from 'vitest';
import { secretReader, type SecretReader } from '../../../adapters/sor/secrets.ts';

const counted = (
  answers: readonly (string | Error)[],
): { reader: SecretReader; asked: string[]; clock: { at: number } } => {
  const asked: string[] = [];
  const clock = { at: 0 };
  const fetchSecret = async (id: string): Promise<string> => {
    const answer = answers[asked.push(id) - 1];
    if (typeof answer === 'string') return answer;
    throw answer ?? new Error('asked too often');
  };
  return { reader: secretReader({ fetchSecret, maxAgeMillis: 1000, now: () => clock.at }), asked, clock };
};

describe('The cache of secrets', () => {
  it('A secret is fetched once for parallel reads and for reads within its maximum age', async () => {
    const { reader, asked, clock } = counted(['one']);
    expect(await Promise.all([reader.read('a'), reader.read('a')])).toEqual(['one', 'one']);
    clock.at = 999;
    expect(await reader.read('a')).toBe('one');
    expect(asked).toEqual(['a']);
  });

  it('A secret is fetched again after its maximum age, so that a rotation takes effect', async () => {
    const { reader, clock } = counted(['one', 'two']);
    await reader.read('a');
    clock.at = 1000;
    expect(await reader.read('a')).toBe('two');
  });

  it('A secret is fetched again after it was forgotten', async () => {
    const { reader } = counted(['one', 'two']);
    await reader.read('a');
    reader.forget('a');
    expect(await reader.read('a')).toBe('two');
  });

  it('If fetching a secret fails, the failure is not cached', async () => {
    const { reader } = counted([new Error('throttled'), 'one']);
    await expect(reader.read('a')).rejects.toThrow('throttled');
    expect(await reader.read('a')).toBe('one');
  });

  it('A secret is never returned for another id', async () => {
    const { reader } = counted(['one', 'two']);
    expect([await reader.read('a'), await reader.read('b')]).toEqual(['one', 'two']);
  });
});
