import type { Extractor, Finder, ModelFinder, Notation, PropertyType } from '../../contract/artefacts/extractor.ts';
import { Failure, type Exception } from '../../contract/failures.ts';
import type { LocatedText, SourceArtefact } from '../../contract/rows/located-text.ts';
import type { PatternFacts } from '../../contract/system.ts';
import type { Candidate } from './candidate.ts';
import { confidenceOf } from './confidence.ts';
import { documentOf, type Document } from './document.ts';
import { evidenceSpanOf } from './evidence.ts';
import { findByLabel } from './find/label.ts';
import { findByPattern } from './find/pattern.ts';
import { findByPointer } from './find/pointer.ts';
import { heldAgainstFields } from './find/held-against-fields.ts';
import { findBySum } from './find/sum.ts';
import { findByTable } from './find/table.ts';
import { settledIn } from './find/stated-currency.ts';
import type { Wanted } from './find/wanted.ts';
import type { Reason, Request, Response } from './schema.ts';
import { extractionVerdict } from './verdict.ts';

/** The outcome of asking a model: passages of the source, or the reason why there are none. */
export type ModelFinding =
  | { readonly candidates: readonly Candidate[]; readonly facts: PatternFacts }
  | {
      readonly reason: 'ungrounded' | 'model_answer' | 'too_long';
      readonly detail: string;
      readonly facts: PatternFacts;
    };
export type AskModel = (document: Document, finder: ModelFinder, wanted: Wanted) => Promise<ModelFinding>;

export interface Extraction {
  readonly source: SourceArtefact;
  readonly extractor: Extractor;
  readonly property: string;
  readonly hints: Request['hints'];
  /** The lowest confidence with which a value is answered. With a lower confidence, the answer is `ambiguous`. */
  readonly minConfidence?: number;
  /** Asks a model. Only the variant of the pattern that may ask a model has this function. */
  readonly askModel?: AskModel;
}

export interface Extracted {
  readonly result: Response;
  readonly exceptions: readonly Exception[];
  readonly facts: PatternFacts;
}

/**
 * Extracts a property from a source: a value with the evidence span that proves it, or the reason why there is no
 * value. Finders are tried in their order. The first finder that finds one or more values decides. docs/spec.md, 9.3.
 * @throws Failure `dependency.unavailable` while the text of the source is not ready, `arguments.invalid` for a hint
 * that the extractor does not allow
 */
export async function extract({
  source,
  extractor,
  property,
  hints,
  minConfidence = 0,
  askModel,
}: Extraction): Promise<Extracted> {
  const name = `${extractor.id}@${extractor.version}`;
  if (source.state === 'refused') {
    const { kind, detail } = source.exception;
    return none(name, { reason: 'source_refused' }, { kind, detail });
  }
  if (source.state !== 'located') throw pending();
  const declared = Object.hasOwn(extractor.properties, property) ? extractor.properties[property] : undefined;
  if (!declared) throw new Failure('internal', `the extractor ${name} does not have the property ${property}`);
  const { type } = declared;
  const document = documentOf(source.text, hints?.page);
  const wanted = {
    type: settledIn(document, type),
    notations: notationsFor(extractor, hints, source.text),
    labels: labelsOf(extractor),
  };
  let unread: Extracted | undefined;
  let facts: PatternFacts = {};
  for (const finder of declared.find) {
    const found = finder.by === 'model' ? await askModel?.(document, finder, wanted) : find(document, finder, wanted);
    if (!found)
      throw new Failure(
        'internal',
        `the extractor ${name} needs a model for the property ${property}, but this function has no model`,
      );
    // Few finders ask a model. If several finders ask a model, the facts of the last request are reported.
    facts = Object.keys(found.facts).length > 0 ? found.facts : facts;
    const answered =
      'reason' in found
        ? none(name, { reason: found.reason }, { kind: `extract.${found.reason}`, detail: found.detail })
        : conclude(found.candidates, { name, type, located: source.text, minConfidence });
    if (answered && decides(answered.result)) return { ...answered, facts };
    unread ??= answered;
  }
  const nothing = {
    kind: 'extract.not_found',
    detail: `no finder of the extractor ${name} found the property ${property}`,
  };
  return { ...(unread ?? none(name, { reason: 'not_found' }, nothing)), facts };
}

/**
 * True if a result ends the search. A wrong check digit ends the search as well, because any other identifier in the
 * source is not the one that was meant.
 */
const decides = (result: Response): boolean => result.status !== 'not_extracted' || result.reason === 'check_digit';

function find(
  document: Document,
  finder: Exclude<Finder, ModelFinder>,
  wanted: Wanted,
): { readonly candidates: readonly Candidate[]; readonly facts: PatternFacts } {
  return { candidates: heldAgainstFields(document, candidatesOf(document, finder, wanted), wanted), facts: {} };
}

function candidatesOf(document: Document, finder: Exclude<Finder, ModelFinder>, wanted: Wanted): readonly Candidate[] {
  switch (finder.by) {
    case 'pointer':
      return findByPointer(document, finder, wanted);
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

interface Context {
  readonly name: string;
  readonly type: PropertyType;
  readonly located: LocatedText;
  readonly minConfidence: number;
}

function conclude(
  candidates: readonly Candidate[],
  { name, type, located, minConfidence }: Context,
): Extracted | undefined {
  const verdict = extractionVerdict(candidates, type);
  switch (verdict.found) {
    case 'nothing':
      return undefined;
    case 'value': {
      const { candidate, value } = verdict;
      const evidence = evidenceSpanOf(located, candidate);
      const { method } = candidate;
      const sure = confidenceOf(candidate, type);
      if (sure.confidence < minConfidence) {
        const detail = `the confidence of the value is ${sure.confidence}, but the tool requires at least ${minConfidence}`;
        return {
          result: { status: 'ambiguous', candidates: [evidence], extractor: name },
          exceptions: [{ kind: 'extract.ambiguous', detail }],
          facts: {},
        };
      }
      const result = { status: 'extracted' as const, value, evidence, ...sure, method };
      return { result: { ...result, extractor: name }, exceptions: [], facts: {} };
    }
    case 'several': {
      const spans = verdict.candidates.map((candidate) => evidenceSpanOf(located, candidate));
      const detail =
        spans.length === 1
          ? 'one passage can be read as two values'
          : `${spans.length} passages contain different values`;
      return {
        result: { status: 'ambiguous', candidates: spans, extractor: name },
        exceptions: [{ kind: 'extract.ambiguous', detail }],
        facts: {},
      };
    }
    case 'fault':
      break;
  }
  const { fault, candidate } = verdict;
  const detail =
    fault === 'malformed'
      ? `the passage that was found is not a valid ${type.kind}`
      : 'the check digits of the identifier are wrong';
  return none(
    name,
    { reason: fault, evidence: evidenceSpanOf(located, candidate) },
    { kind: `extract.${fault}`, detail },
  );
}

const none = (
  extractor: string,
  { reason, evidence }: { readonly reason: Reason; readonly evidence?: ReturnType<typeof evidenceSpanOf> | undefined },
  exception: Exception,
): Extracted => ({
  result: { status: 'not_extracted', reason, ...(evidence === undefined ? {} : { evidence }), extractor },
  exceptions: [exception],
  facts: {},
});

const pending = (): Failure => {
  const detail = 'the text of the source is not ready yet. Retry after two seconds';
  return new Failure('dependency.unavailable', detail, {
    exceptions: [{ kind: 'extract.source_pending', detail, retryable: true }],
    retryAfterSeconds: 2,
  });
};

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Returns the notations in which values are read: the one that the caller names, or else those of the extractor. For a
 * spreadsheet, the plain notation is added, because its numbers are stored that way.
 */
function notationsFor(extractor: Extractor, hints: Request['hints'], { mediaType }: LocatedText): readonly Notation[] {
  const named = hints?.notation;
  if (named !== undefined && !extractor.notations.includes(named)) {
    throw new Failure('arguments.invalid', '/hints/notation: must be a notation that the extractor declares', {
      pointer: '/hints/notation',
    });
  }
  const declared = named === undefined ? extractor.notations : [named];
  return mediaType.startsWith(spreadsheet) ? [...new Set([...declared, 'plain' as const])] : declared;
}

const labelsOf = ({ properties }: Extractor): readonly string[] => [
  ...new Set(
    Object.values(properties).flatMap(({ find }) => find.flatMap((one) => (one.by === 'label' ? one.labels : []))),
  ),
];
