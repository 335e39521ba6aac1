import type { Extractor } from '../../contract/artefacts/extractor.ts';
import { sourceId } from '../../contract/rows/located-text.ts';
import type { Money } from '../../contract/values/shapes.ts';
import { extract } from '../../patterns/extraction/extract.ts';
import type { Response } from '../../patterns/extraction/schema.ts';
import { documentsOf, textsOf, type DocumentSet, type Field } from './regression-documents.ts';

export interface Finding {
  readonly file: string;
  /** Value that a careful human finds. Undefined if the document does not have it. */
  readonly expected: string | undefined;
  /** Value that the extractor finds. Undefined if it finds none. */
  readonly found: string | undefined;
  /** Reason why the extractor finds no value. */
  readonly reason: string;
}

/**
 * Extracts one field from every document of a set. If the document itself has no value, its parts are searched in their
 * order.
 */
export async function findingsOf(
  set: DocumentSet,
  extractor: Extractor,
  field: Field,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const document of documentsOf(set)) {
    const answers: Response[] = [];
    for (const text of await textsOf(set, document)) {
      const source = { id: sourceId(text.sourceHash), state: 'located' as const, text };
      const { result } = await extract({ source, extractor, property: field, hints: undefined });
      answers.push(result);
      if (result.status !== 'not_extracted' || result.reason !== 'not_found') break;
    }
    const answered = answers.at(-1);
    findings.push({
      file: document.file,
      expected: compared(field, document.fields[field]),
      found: answered?.status === 'extracted' ? compared(field, answered.value) : undefined,
      reason: reasonOf(answered),
    });
  }
  return findings;
}

function reasonOf(answer: Response | undefined): string {
  if (answer?.status === 'ambiguous') return `ambiguous: ${answer.candidates.map(({ quote }) => quote).join(' | ')}`;
  return answer?.status === 'not_extracted' ? `${answer.reason}: ${answer.evidence?.quote ?? ''}` : 'extracted';
}

/**
 * Returns a value in the form of the documents' README: capitals without spaces or hyphens, or with plain hyphens;
 * amounts as numbers.
 */
export function compared(field: Field, value: string | Money | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return `${Number(value.amount).toFixed(2)} ${value.currency}`;
  if (field === 'plate' || field === 'vin' || field === 'iban') return value.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  if (field === 'policyNumber' || field === 'claimNumber') return value.toUpperCase().replaceAll(/\p{Pd}/gu, '-');
  return value;
}
