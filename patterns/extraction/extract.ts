import type { Extractor, ModelFinder, Notation } from '../../contract/artefacts/extractor.ts';
import { Failure } from '../../contract/failures.ts';
import type { LocatedText, SourceArtefact } from '../../contract/rows/located-text.ts';
import type { PatternFacts } from '../../contract/system.ts';
import type { Candidate } from './candidate.ts';
import { extractionAnswer, none, type AskedProperty, type Extracted } from './extraction-answer.ts';
import { documentOf, type Document } from './document.ts';
import { candidatesBy } from './find/candidates.ts';
import { settledIn } from './find/stated-currency.ts';
import type { Wanted } from './find/wanted.ts';
import type { Request, Response } from './schema.ts';
import { comparedWithPages } from './structure/compared.ts';
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

/**
 * Extracts a property from a source: a value with the evidence span that proves it, or the reason why there is no
 * value. Finders are tried in their order. The first finder that finds one or more values decides. If a document has
 * both pages and a structured invoice, the two are compared first. docs/spec.md, 9.3.
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
  const asked: AskedProperty = { name, type, located: source.text, minConfidence };
  const compared = document.isHybrid ? comparedWithPages(document, declared.find, wanted) : undefined;
  const fromData = compared && extractionAnswer(compared, asked);
  if (fromData) return fromData;
  let unread: Extracted | undefined;
  let facts: PatternFacts = {};
  for (const finder of declared.find) {
    const found =
      finder.by === 'model'
        ? await askModel?.(document, finder, wanted)
        : { candidates: candidatesBy(document, finder, wanted), facts: {} };
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
        : extractionAnswer({ verdict: extractionVerdict(found.candidates, type) }, asked);
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
