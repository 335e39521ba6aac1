import { expect, it } from 'vitest';
import { wordsOf } from '../../../patterns/search/words.ts';

const form = (word: string): string =>
  wordsOf(word, 'de')
    .map((one) => one.form)
    .join(' ');

it.each([
  ['Schaden', 'Schäden'],
  ['Schaden', 'Schadens'],
  ['Schäden', 'Schaeden'],
  ['Kind', 'Kindern'],
  ['Versicherung', 'Versicherungen'],
  ['Frist', 'Fristen'],
  ['Tag', 'Tages'],
  ['neue', 'neuer'],
  ['neuen', 'neues'],
  ['Straße', 'STRASSE'],
  ['Höhe', 'Hoehe'],
])('In a German corpus, %s and %s are the same word', (one, other) => {
  expect(form(one)).toBe(form(other));
});

it.each([
  ['Haus', 'Haut'],
  ['Vertrag', 'Ertrag'],
  ['Steuer', 'Stufe'],
])('In a German corpus, %s and %s are different words', (one, other) => {
  expect(form(one)).not.toBe(form(other));
});
