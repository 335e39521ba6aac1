import type { Finder, ModelFinder } from '../../../contract/artefacts/extractor.ts';
import type { Candidate } from '../candidate.ts';
import type { Document } from '../document.ts';
import { findByElement } from './element.ts';
import { heldAgainstFields } from './held-against-fields.ts';
import { findByLabel } from './label.ts';
import { findByPattern } from './pattern.ts';
import { findByPointer } from './pointer.ts';
import { findBySum } from './sum.ts';
import { findByTable } from './table.ts';
import type { Wanted } from './wanted.ts';

export type RuleFinder = Exclude<Finder, ModelFinder>;

/** Returns what a finder finds by rules, and what the form fields at the same places contain. */
export const candidatesBy = (document: Document, finder: RuleFinder, wanted: Wanted): readonly Candidate[] =>
  heldAgainstFields(document, found(document, finder, wanted), wanted);

function found(document: Document, finder: RuleFinder, wanted: Wanted): readonly Candidate[] {
  switch (finder.by) {
    case 'pointer':
      return findByPointer(document, finder, wanted);
    case 'element':
      return findByElement(document, finder, wanted);
    case 'label':
      return findByLabel(document, finder, wanted);
    case 'pattern':
      return findByPattern(document, finder, wanted);
    case 'sum':
      return findBySum(document, finder, wanted);
    case 'table':
      break;
  }
  return findByTable(document, finder, wanted);
}
