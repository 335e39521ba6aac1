import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { Document } from '../document.ts';
import { candidatesBy, type RuleFinder } from '../find/candidates.ts';
import type { Wanted } from '../find/wanted.ts';
import { extractionVerdict, isSameValue, type ExtractionVerdict } from '../verdict.ts';
import { isShown } from './is-shown.ts';

export interface Compared {
  readonly verdict: ExtractionVerdict;
  /** Present if the pages say something else than the data: another value, or nothing. */
  readonly difference?: 'other_value' | 'not_shown';
}

/**
 * Reads a property from the data of a document, and compares it with the pages. If both have a value and the values
 * differ, none is taken. Undefined if the data do not have the property; then the pages alone decide.
 */
export function comparedWithPages(document: Document, find: readonly Finder[], wanted: Wanted): Compared | undefined {
  const rules = find.filter((one): one is RuleFinder => one.by !== 'model');
  const verdictOf = (finders: readonly RuleFinder[]): ExtractionVerdict => firstVerdict(document, finders, wanted);
  const data = verdictOf(rules.filter(({ by }) => by === 'element'));
  if (data.found === 'nothing') return undefined;
  if (data.found === 'fault') return { verdict: data };
  const pages = verdictOf(rules.filter(({ by }) => by !== 'element'));
  const own = data.found === 'value' ? [data.candidate] : data.candidates;
  const isTold = pages.found === 'value' || pages.found === 'several';
  if (!isTold) {
    const shown = data.found !== 'value' || isShown(document, data.value, wanted);
    return { verdict: data, ...(shown ? {} : { difference: 'not_shown' }) };
  }
  const others = pages.found === 'value' ? [pages.candidate] : pages.candidates;
  const isSame =
    data.found === 'value' &&
    others.some((one) => 'values' in one && one.values.some((value) => isSameValue(value, data.value, wanted.type)));
  if (isSame) return { verdict: data };
  return { verdict: { found: 'several', candidates: [...own, ...others].slice(0, 16) }, difference: 'other_value' };
}

/** Returns the verdict of the first finder that finds values, or else the first fault. */
function firstVerdict(document: Document, finders: readonly RuleFinder[], wanted: Wanted): ExtractionVerdict {
  let fault: ExtractionVerdict = { found: 'nothing' };
  for (const finder of finders) {
    const verdict = extractionVerdict(candidatesBy(document, finder, wanted), wanted.type);
    if (verdict.found === 'value' || verdict.found === 'several') return verdict;
    if (fault.found === 'nothing') fault = verdict;
  }
  return fault;
}
