import { standSource } from '../../../bin/gate/source.ts';
import type { Extractor, Finder } from '../../../contract/artefacts/extractor.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { sourceId } from '../../../contract/rows/located-text.ts';
import { extractorOf } from '../extraction/located.ts';
import { beginning } from './fixed.ts';
import { artefactOf, closed, secretName, type Given } from './sample.ts';

const letter = (name: string): Buffer => Buffer.from(`Adı: ${name}\nTemsilci: Vekil ${name}\n`);
const letters = { first: letter(secretName), second: letter('Somebody'), exceptional: Buffer.from('Tarih: yok\n') };
const askedFor = (bytes: Buffer) => ({ source: sourceId(sha256OfBytes(bytes)) });

/** Makes a sample of an extraction by these finders. Both extractions find the same text in the same letters. */
export function extractedBy(find: (label: string) => readonly Finder[]): Omit<Given, 'ports'> {
  const extractor = (label: string): Extractor => extractorOf({ kind: 'text', maxLength: 100 }, find(label));
  const { id, version } = extractor('Adı');
  return {
    settings: { property: 'wanted' },
    signature: {
      request: closed({ source: { $ref: 'platform/SourceRef' }, hints: { $ref: 'platform/ExtractionHints' } }, [
        'hints',
      ]),
      response: {
        oneOf: [
          closed({
            status: { type: 'string', const: 'extracted' },
            value: { type: 'string', maxLength: 100 },
            evidence: { $ref: 'platform/EvidenceSpan' },
            confidence: { type: 'number', minimum: 0, maximum: 1 },
            confidenceBasis: { type: 'string', enum: ['rule', 'check_digit', 'model'] },
            method: { type: 'string', enum: ['pointer', 'table', 'label', 'pattern', 'model'] },
            extractor: { type: 'string', maxLength: 130 },
          }),
          { $ref: 'platform/ExtractionAmbiguous' },
          { $ref: 'platform/ExtractionNotExtracted' },
        ],
      },
    },
    artefacts: (flavour) => [artefactOf('Extractor', extractor(flavour === 'plain' ? 'Adı' : 'Temsilci'))],
    seed: async ({ world }) => {
      for (const bytes of Object.values(letters)) {
        const source = { mediaType: 'text/plain', markings: ['pii.medium'], bytes };
        await standSource(world, source, new Date(beginning).toISOString());
      }
    },
    prepare: () => ({
      first: askedFor(letters.first),
      second: askedFor(letters.second),
      exceptional: askedFor(letters.exceptional),
    }),
    exceptions: ['extract.not_found'],
    reads: ['pii.medium'],
    secrets: { arguments: [], result: ['/value', '/evidence/quote'] },
    pins: [`${id}@${version}`, 'src-*'],
  };
}
