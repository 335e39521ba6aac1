import type { PropertyType } from '../../contract/artefacts/extractor.ts';
import type { Exception } from '../../contract/failures.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import type { PatternFacts } from '../../contract/system.ts';
import { asScanned, confidenceOf } from './confidence.ts';
import { evidenceSpanOf } from './evidence.ts';
import type { Reason, Response } from './schema.ts';
import type { Compared } from './structure/compared.ts';
import type { ExtractionVerdict } from './verdict.ts';

export interface Extracted {
  readonly result: Response;
  readonly exceptions: readonly Exception[];
  readonly facts: PatternFacts;
}

/** The extractor by its name, the property's type, the text, and the lowest confidence of an answered value. */
export interface AskedProperty {
  readonly name: string;
  readonly type: PropertyType;
  readonly located: LocatedText;
  readonly minConfidence: number;
}

/** Returns the answer for a verdict. Undefined if nothing was found. */
export function extractionAnswer({ verdict, difference }: Compared, asked: AskedProperty): Extracted | undefined {
  switch (verdict.found) {
    case 'nothing':
      return undefined;
    case 'value': {
      const told = difference === 'not_shown' ? [notShown] : [];
      const { exceptions, ...answer } = valueOf(verdict, asked);
      return { ...answer, exceptions: [...exceptions, ...told] };
    }
    case 'several':
      return ambiguous(
        asked.name,
        verdict.candidates.map((candidate) => evidenceSpanOf(asked.located, candidate)),
        difference === 'other_value' ? otherValue : undefined,
      );
    case 'fault':
      break;
  }
  const { fault, candidate } = verdict;
  const detail =
    fault === 'malformed'
      ? `the passage that was found is not a valid ${asked.type.kind}`
      : 'the check digits of the identifier are wrong';
  return none(
    asked.name,
    { reason: fault, evidence: evidenceSpanOf(asked.located, candidate) },
    { kind: `extract.${fault}`, detail },
  );
}

const otherValue = 'the pages and the structured invoice of the document have different values';
const notShown: Exception = {
  kind: 'extract.not_on_page',
  detail: 'the value is in the structured invoice of the document, but its pages do not show it',
};

type Value = Extract<ExtractionVerdict, { readonly found: 'value' }>;

function valueOf({ candidate, value }: Value, { name, type, located, minConfidence }: AskedProperty): Extracted {
  const evidence = evidenceSpanOf(located, candidate);
  const sure = asScanned(confidenceOf(candidate, type), located, candidate);
  if (sure.confidence < minConfidence) {
    const detail = `the confidence of the value is ${sure.confidence}, but the tool requires at least ${minConfidence}`;
    return ambiguous(name, [evidence], detail);
  }
  const result = { status: 'extracted' as const, value, evidence, ...sure, method: candidate.method };
  return { result: { ...result, extractor: name }, exceptions: [], facts: {} };
}

function ambiguous(name: string, spans: readonly ReturnType<typeof evidenceSpanOf>[], why?: string): Extracted {
  const several =
    spans.length === 1 ? 'one passage can be read as two values' : `${spans.length} passages contain different values`;
  return {
    result: { status: 'ambiguous', candidates: [...spans], extractor: name },
    exceptions: [{ kind: 'extract.ambiguous', detail: why ?? several }],
    facts: {},
  };
}

/** Returns the answer that there is no value, with its reason and the passage that was found. */
export const none = (
  extractor: string,
  { reason, evidence }: { readonly reason: Reason; readonly evidence?: ReturnType<typeof evidenceSpanOf> | undefined },
  exception: Exception,
): Extracted => ({
  result: { status: 'not_extracted', reason, ...(evidence === undefined ? {} : { evidence }), extractor },
  exceptions: [exception],
  facts: {},
});
