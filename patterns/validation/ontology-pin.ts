import { Failure } from '../../contract/failures.ts';

/**
 * Checks that the ontology version that the caller names is the version in the tool's release.
 * @throws Failure `ontology.differs`
 */
export function mustBePinned(named: string | undefined, held: string | undefined): void {
  if (named === undefined || named === held) return;
  const said = held === undefined ? 'no ontology version' : `ontology version ${held}`;
  throw new Failure('ontology.differs', `/ontologyPin: the tool uses ${said}`, { pointer: '/ontologyPin' });
}
