import { Failure } from '../../contract/failures.ts';

/**
 * Checks that the ontology version that the caller names is the version in the tool's release.
 * @throws Failure `ontology.differs`
 */
export function mustBePinned(named: string | undefined, held: string | undefined): void {
  if (named === undefined || named === held) return;
  const detail =
    held === undefined
      ? '/ontologyPin: must be left out, because the tool has no ontology version'
      : `/ontologyPin: must be ${held}, the ontology version of the tool`;
  throw new Failure('ontology.differs', detail, { pointer: '/ontologyPin' });
}
