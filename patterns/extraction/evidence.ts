import type { LocatedText, TextSpan } from '../../contract/rows/located-text.ts';
import { Failure } from '../../contract/failures.ts';
import type { EvidenceSpan, ModelLineage } from '../../contract/values/shapes.ts';

const maxQuote = 2000;

/**
 * Makes the evidence span of a passage.
 * @throws Failure `internal` if the offsets are not a passage of the source, because no value may be answered without
 * its evidence
 */
export function evidenceSpanOf(
  { text, sourceHash, extractor, extractorVersion, textHash }: LocatedText,
  { start, end, lineage }: TextSpan & { readonly lineage?: ModelLineage },
): EvidenceSpan {
  const whole = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end <= text.length;
  const cut = splitsCharacter(text, start) || splitsCharacter(text, end);
  if (!whole || start >= end || end - start > maxQuote || cut) {
    throw new Failure('internal', `${start} to ${end} is not a passage of the source`);
  }
  return {
    sourceHash,
    extractor,
    extractorVersion,
    textHash,
    start,
    end,
    quote: text.slice(start, end),
    ...(lineage === undefined ? {} : { lineage }),
  };
}

const splitsCharacter = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');
