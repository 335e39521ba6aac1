import { extractor, type Finder } from '../../contract/artefacts/extractor.ts';
import { foldedLabel } from './fold.ts';
import { patternProblem } from './linear-pattern.ts';

type Place = readonly [path: readonly PropertyKey[], text: string];

/**
 * Parses an extractor, and checks that its patterns run in linear time and that each of its labels has a letter or a
 * digit.
 */
export const provedExtractor = extractor.superRefine(({ properties }, context) => {
  const tell = (path: readonly PropertyKey[], message: string): void =>
    context.addIssue({ code: 'custom', path: [...path], message });
  for (const [name, { type, find }] of Object.entries(properties)) {
    const at = ['properties', name];
    const inFinders = find.map((finder, i) => placesOf(finder, [...at, 'find', i]));
    const ofType = [...at, 'type'];
    const forms: Place[] = type.kind === 'text' && type.form !== undefined ? [[[...ofType, 'form'], type.form]] : [];
    const values = type.kind === 'enum' ? Object.entries(type.values) : [];
    const words = values.flatMap(([value, list]) => listed([...ofType, 'values', value], list));
    for (const [path, text] of [...forms, ...inFinders.flatMap(({ patterns }) => patterns)]) {
      const problem = patternProblem(text);
      if (problem !== undefined) tell(path, problem);
    }
    for (const [path, text] of [...words, ...inFinders.flatMap((places) => places.words)]) {
      if (!/[\p{L}\p{N}]/u.test(foldedLabel(text)))
        tell(path, 'has neither a letter nor a digit. Use the words of a label');
    }
  }
});

/** Returns the patterns of a finder and the words that it looks for, each with its place in the extractor. */
function placesOf(
  finder: Finder,
  at: readonly PropertyKey[],
): { readonly patterns: readonly Place[]; readonly words: readonly Place[] } {
  switch (finder.by) {
    case 'label': {
      const { column, until, labels } = finder;
      const patterns = Object.entries({ column, until }).flatMap(([member, text]): Place[] =>
        text === undefined ? [] : [[[...at, member], text]],
      );
      return { patterns, words: listed([...at, 'labels'], labels) };
    }
    case 'table':
      return {
        patterns: [],
        words: [...listed([...at, 'column'], finder.column), ...listed([...at, 'row'], finder.row ?? [])],
      };
    case 'pattern':
      return { patterns: [[[...at, 'pattern'], finder.pattern]], words: [] };
    case 'pointer':
    case 'element':
    case 'sum':
    case 'model':
      return { patterns: [], words: [] };
  }
}

const listed = (at: readonly PropertyKey[], words: readonly string[]): readonly Place[] =>
  words.map((text, i): Place => [[...at, i], text]);
