import type { ClassificationSchema } from '../../contract/artefacts/classification-schema.ts';
import type { Product } from '../../contract/pattern.ts';
import { carriedConfidence, carriedEvidence } from './carried.ts';
import { holds, type Point } from './holds.ts';
import { readOf, type Outside } from './read.ts';
import type { Read, Response } from './schema.ts';

type Rule = ClassificationSchema['rules'][number];
type Test = (at: readonly Point[]) => boolean;
const compiled = new WeakMap<ClassificationSchema, readonly { readonly rule: Rule; readonly test: Test }[]>();

function testsOf(schema: ClassificationSchema): readonly { readonly rule: Rule; readonly test: Test }[] {
  const known = compiled.get(schema);
  if (known) return known;
  const made = schema.rules.map((rule) => ({ rule, test: holds(rule, schema.dimensions) }));
  compiled.set(schema, made);
  return made;
}

/**
 * Returns the one band whose rule holds for the subject, or `out_of_distribution`. There is no default band. The answer
 * depends only on subject and schema, because neither a clock nor a store is read.
 * @throws Failure `arguments.invalid` if evidence or confidence in the subject is malformed
 */
export function classify(
  subject: Readonly<Record<string, unknown>>,
  schema: ClassificationSchema,
): Product<Response, never> {
  const named = `${schema.id}@${schema.version}`;
  const found = schema.dimensions.map((dimension) => readOf(dimension, subject));
  const outside = found.find((one): one is Outside => 'reason' in one);
  if (outside) return outOfDistribution(outside, named);
  const seen = found.filter((one): one is { point: Point; read: Read } => 'point' in one);
  const points = seen.map(({ point }) => point);
  const reads = seen.map(({ read }) => read);
  const holding = testsOf(schema).filter(({ test }) => test(points));
  const rule = holding[0]?.rule;
  // For a proved schema, exactly one rule holds. A schema that was not proved may have no such rule, or several. Then
  // the answer has no band.
  if (!rule || holding.length > 1) {
    const dimension = schema.dimensions[0]?.name ?? '';
    return outOfDistribution(
      { dimension, reason: 'outside_domain', because: 'no rule holds, or more than one rule holds' },
      named,
    );
  }
  const carried = carriedConfidence(schema.dimensions, subject);
  return {
    result: {
      status: 'classified',
      band: rule.band,
      confidence: carried ?? 1,
      confidenceBasis: carried === undefined ? 'rule' : 'subject',
      rule: rule.id,
      rationale: `${rule.id}: ${reads.map(said).join(', ')}, hence ${rule.band}`,
      reads,
      evidence: carriedEvidence(schema.dimensions, subject),
      schema: named,
    },
  };
}

const said = ({ dimension, value, unit }: Read): string =>
  `${dimension} is ${String(value)}${unit === undefined ? '' : ` ${unit}`}`;

const outOfDistribution = ({ dimension, reason, because }: Outside, schema: string): Product<Response, never> => ({
  result: { status: 'out_of_distribution', dimension, reason, rationale: `${dimension}: ${because}`, schema },
  exceptions: [{ kind: 'classify.out_of_distribution', detail: `${dimension}: ${reason}` }],
});
