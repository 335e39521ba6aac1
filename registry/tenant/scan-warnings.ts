import type { Problem } from './problem.ts';
import { problemAt } from './source.ts';
import type { Tenant } from './tenant.ts';

/** The languages that Amazon Textract reads (Amazon Textract Developer Guide, best practices). */
export const scanLanguages = ['de', 'en', 'es', 'fr', 'it', 'pt'] as const;

/**
 * Returns a warning if the tenant reads scans with Amazon Textract and one of its extractors reads Turkish documents,
 * because Amazon Textract does not read Turkish.
 */
export function scanWarnings({ file, artefacts }: Tenant): readonly Problem[] {
  if (file.value.sources?.textract === undefined) return [];
  const turkish = artefacts.flatMap((one) =>
    one.kind === 'Extractor' && one.value.artefact.notations.includes('tr-TR') ? [one.value.artefact.id] : [],
  );
  if (turkish.length === 0) return [];
  return [
    problemAt(
      { source: file.source, path: ['sources', 'textract'] },
      `Amazon Textract reads ${scanLanguages.join(', ')}, and not Turkish, but ${turkish.join(', ')} ${turkish.length === 1 ? 'has' : 'have'} the notation tr-TR`,
      'Expect wrong letters in Turkish scans: ask senders for PDFs with text, or set minConfidence in the settings of the tools',
    ),
  ];
}
