import { generator } from './generator.ts';

const syllables =
  'a ka ma la ra sa ta ba da ha ke me le ne te be de ce ki mi li ri si ti bi di şı lı rı kı sı dü gü mü lü ko so to lo po çu bu ku ğu yı zı'.split(
    ' ',
  );
const vocabularySize = 12_000;

/**
 * Makes prose with the word frequencies of a language (Zipf's law), in passages as long as those of a policy wording.
 */
export function prose(seed: number) {
  const next = generator(seed);
  const vocabulary = Array.from({ length: vocabularySize }, () => {
    const length = 2 + Math.floor(next() * 3);
    return Array.from({ length }, () => syllables[Math.floor(next() * syllables.length)]).join('');
  });
  const word = (): string => vocabulary[Math.floor(vocabularySize ** next()) - 1] ?? '';
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  return {
    words,
    paragraph: (): string => `${Array.from({ length: 6 }, () => words(8 + Math.floor(next() * 14))).join('. ')}.`,
    next,
  };
}
