import type { Dimension } from '../../contract/artefacts/classification-schema.ts';
import { differences } from '../signature/bump/subset.ts';
import { platformShapes } from '../signature/platform-shapes.ts';
import { members, isSchema } from '../signature/keywords.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';
import { constantsOf, memberOf } from '../signature/schema-members.ts';
import { checkTypedArtefacts, type TypedArtefact } from '../tenant/cross-file/typed-artefacts.ts';
import { classification } from '../../patterns/classification/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

type Bands = Extract<TypedArtefact, { kind: 'ClassificationSchema' }>;

export const classificationRow: PatternRow = {
  functions: [gatedFunction(classification, classification, () => ({}))],
  checkArtefacts: (context) =>
    checkTypedArtefacts<Bands>(
      {
        kind: 'ClassificationSchema',
        argument: 'subject',
        ref: 'schema',
        checkFile: (file, subject) => checkDimensions(file, subject, context.check),
        answerProblems: (file, answers) => classifiedProblems(file, answers),
      },
      context,
    ),
};

/** The widest schema that a member may have for each kind of dimension, so that the engine can read every value. */
const kinds: Readonly<Record<Exclude<Dimension['kind'], 'category'>, unknown>> = {
  money: platformShapes['Money'],
  decimal: platformShapes['Decimal'],
  integer: { type: 'integer' },
  date: { type: 'string', format: 'date' },
  duration: { type: 'string', format: 'duration' },
  boolean: { type: 'boolean' },
};
const span = platformShapes['EvidenceSpan'];
const confidence = { type: 'number', minimum: 0, maximum: 1 };

const fits = (sub: unknown, sup: unknown): boolean => differences({ sub, sup }, { tolerant: false }).length === 0;

/**
 * Checks that each dimension names a member of the subject's type, and that the kind of the dimension fits the schema
 * of this member. A dimension of kind `category` must list exactly the values of the enum.
 */
function checkDimensions(file: Bands, subject: unknown, check: NameCheck): void {
  for (const [i, dimension] of file.value.artefact.dimensions.entries()) {
    const tell = (member: string, message: string, fix: string): void =>
      check.tell({ file, path: ['dimensions', i, member] }, `dimension ${dimension.name}: ${message}`, fix);
    const found = typeAt(subject, dimension.at);
    if (!found) {
      tell(
        'at',
        `${dimension.at} is not a member of ${file.value.takes}`,
        `Use the pointer of a member of ontology/${file.value.takes}.yaml`,
      );
      continue;
    }
    if (dimension.kind === 'category') {
      const missing = constantsOf(found.schema).filter((value) => !dimension.values.some((one) => one === value));
      const unknown = dimension.values.filter((value) => !constantsOf(found.schema).includes(value));
      if (missing.length > 0)
        tell(
          'values',
          `these values of the enum of ${dimension.at} are not in values: ${missing.map(String).join(', ')}`,
          'Add them to values',
        );
      if (unknown.length > 0)
        tell(
          'values',
          `these values are not in the enum of ${dimension.at}: ${unknown.join(', ')}`,
          'Remove them from values',
        );
    } else if (!fits(found.schema, kinds[dimension.kind])) {
      tell(
        'kind',
        `${dimension.at} can have a value that is not a valid ${dimension.kind}`,
        'Use a kind that fits every value of this member',
      );
    }
    if ('unitAt' in dimension && dimension.unitAt !== undefined) {
      const unit = typeAt(subject, dimension.unitAt);
      const listed = constantsOf(unit?.schema);
      if (!unit || (listed.length > 0 && !listed.includes(dimension.unit))) {
        tell(
          'unitAt',
          `${dimension.unitAt} does not exist or never has the value ${dimension.unit}`,
          'Use the pointer of the member that has the unit',
        );
      }
    }
    checkCarried(dimension, subject, tell);
  }
}

function checkCarried(
  { evidenceAt, confidenceAt }: Dimension,
  subject: unknown,
  tell: (member: string, message: string, fix: string) => void,
): void {
  if (evidenceAt !== undefined) {
    const found = typeAt(subject, evidenceAt)?.schema;
    const items = isSchema(found) && found['type'] === 'array' ? found['items'] : found;
    if (!found || !fits(items, span))
      tell(
        'evidenceAt',
        `${evidenceAt} is not an EvidenceSpan`,
        'Give this member the schema { $ref: platform/EvidenceSpan }',
      );
  }
  if (confidenceAt !== undefined) {
    const found = typeAt(subject, confidenceAt);
    if (!found?.required || !fits(found.schema, confidence)) {
      tell(
        'confidenceAt',
        `${confidenceAt} is not a required number from 0 to 1`,
        'Make this member required, with type: number, minimum: 0 and maximum: 1',
      );
    }
  }
}

/** Returns the schema of a member at a pointer, and whether every value of the type has this member. */
function typeAt(type: unknown, pointer: string): { readonly schema: unknown; readonly required: boolean } | undefined {
  let at = { schema: type, required: true };
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const schema = memberOf(at.schema, name);
    if (schema === undefined || !isSchema(at.schema)) return undefined;
    at = { schema, required: at.required && members(at.schema['required']).includes(name) };
  }
  return at;
}

/** Returns a problem if the answer of a tool does not allow every band of the schema that it uses. */
function classifiedProblems(
  { value: { artefact } }: Bands,
  answers: readonly unknown[],
): readonly { message: string; fix: string }[] {
  const given = answers
    .filter((answer) => constantsOf(memberOf(answer, 'status')).includes('classified'))
    .flatMap((answer) => constantsOf(memberOf(answer, 'band')));
  const bands = new Set(given);
  if (artefact.bands.every((band) => bands.has(band))) return [];
  return [
    {
      message: `the member band of the response does not allow every band of ${artefact.id}`,
      fix: `In signature.response, in the branch with status: classified, write band: { type: string, enum: [${artefact.bands.join(', ')}] }`,
    },
  ];
}
