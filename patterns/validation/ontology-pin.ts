import { Failure } from '../../contract/failures.ts';

/**
 * Whoever names the ontology version of a candidate means the one that this tool's release holds.
 * @throws Failure `ontology.differs`
 */
export function mustBePinned(named: string | undefined, held: string | undefined): void {
  if (named === undefined || named === held) return;
  const said = held === undefined ? 'no ontology version' : `ontology version ${held}`;
  throw new Failure('ontology.differs', `/ontologyPin: the tool uses ${said}`, { pointer: '/ontologyPin' });
}
