import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import type { ClassificationSchema, Dimension, Interval } from '../../contract/artefacts/artefacts.ts';
import { currencyCode, jsonPointer } from '../../contract/values/shapes.ts';
import { cellCount, maxChecks, proof } from './cells.ts';
import { isInterval } from './holds.ts';
import { edgeOf } from './measure.ts';

const word = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/);
const dimensionName = z.string().regex(/^[a-z][A-Za-z0-9]{0,62}$/);
const edge = z.string().min(1).max(40);
const interval = z
  .strictObject({
    atLeast: edge.exactOptional(),
    above: edge.exactOptional(),
    below: edge.exactOptional(),
    atMost: edge.exactOptional(),
  })
  .refine((one) => Object.keys(one).length > 0, { error: 'has no edge' })
  .refine(({ atLeast, above }) => atLeast === undefined || above === undefined, { error: 'begins twice' })
  .refine(({ below, atMost }) => below === undefined || atMost === undefined, { error: 'ends twice' });

const common = {
  name: dimensionName,
  at: jsonPointer.min(1),
  evidenceAt: jsonPointer.min(1).exactOptional(),
  confidenceAt: jsonPointer.min(1).exactOptional(),
};
const domain = interval.exactOptional();
const unit = z.string().min(1).max(32);
const dimension = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('money'), unit: currencyCode, domain }),
  z.strictObject({ ...common, kind: z.literal('decimal'), unit, unitAt: jsonPointer.min(1).exactOptional(), domain }),
  z.strictObject({ ...common, kind: z.literal('integer'), unit, unitAt: jsonPointer.min(1).exactOptional(), domain }),
  z.strictObject({ ...common, kind: z.literal('date'), domain }),
  z.strictObject({ ...common, kind: z.literal('duration'), domain }),
  z.strictObject({ ...common, kind: z.literal('category'), values: z.array(z.string().min(1).max(64)).min(1).max(64) }),
  z.strictObject({ ...common, kind: z.literal('boolean') }),
]);

type Tell = (path: readonly (string | number)[], message: string) => void;

/** What a schema says beside its name; the tenant's file has the same. */
export const classificationShape = {
  title: z.string().min(1).max(200),
  bands: z.array(word).min(1).max(32),
  dimensions: z.array(dimension).min(1).max(8),
  rules: z
    .array(
      z.strictObject({
        id: word,
        band: z.string(),
        when: z.record(
          z.string(),
          z.union([
            interval,
            z
              .array(z.union([z.string(), z.boolean()]))
              .min(1)
              .max(64),
          ]),
        ),
      }),
    )
    .min(1)
    .max(200),
};

/**
 * A classification schema's file: its rules are proved exhaustive and disjoint over the product of the dimensions' domains.
 * A gap or an overlap is told with a point that shows it.
 */
export const classificationSchema: z.ZodType<ClassificationSchema> = z
  .strictObject({
    id: artefactId('bands'),
    version: artefactVersion,
    ...classificationShape,
  })
  .superRefine((schema, context) => {
    let told = false;
    const tell: Tell = (path, message) => {
      told = true;
      context.addIssue({ code: 'custom', path: [...path], message });
    };
    checkNames(schema, tell);
    checkEdges(schema, tell);
    if (!told) prove(schema, tell);
  });

function checkNames({ bands, dimensions, rules }: ClassificationSchema, tell: Tell): void {
  twice(bands, (i) => tell(['bands', i], 'names a band twice'));
  twice(
    dimensions.map(({ name }) => name),
    (i) => tell(['dimensions', i, 'name'], 'names a dimension twice'),
  );
  twice(
    rules.map(({ id }) => id),
    (i) => tell(['rules', i, 'id'], 'names a rule twice'),
  );
  for (const [i, { band, when }] of rules.entries()) {
    if (!bands.includes(band)) tell(['rules', i, 'band'], `is none of the bands: ${bands.join(', ')}`);
    for (const name of Object.keys(when)) {
      if (!dimensions.some((one) => one.name === name)) tell(['rules', i, 'when', name], 'is no dimension');
    }
  }
  for (const [i, band] of bands.entries()) {
    if (!rules.some((rule) => rule.band === band)) tell(['bands', i], 'has no rule');
  }
}

function twice(names: readonly string[], told: (index: number) => void): void {
  for (const [i, name] of names.entries()) if (names.indexOf(name) < i) told(i);
}

function checkEdges({ dimensions, rules }: ClassificationSchema, tell: Tell): void {
  for (const [i, one] of dimensions.entries()) {
    if ('domain' in one && one.domain) readEdges(one, one.domain, ['dimensions', i, 'domain'], tell);
    if (one.kind === 'category')
      twice(one.values, (at) => tell(['dimensions', i, 'values', at], 'names a value twice'));
  }
  for (const [i, { when }] of rules.entries()) {
    for (const [name, condition] of Object.entries(when)) {
      const one = dimensions.find((dimension) => dimension.name === name);
      const path = ['rules', i, 'when', name];
      if (!one) continue;
      const listed = one.kind === 'category' ? one.values : one.kind === 'boolean' ? [true, false] : undefined;
      if (isInterval(condition)) {
        if (listed) tell(path, 'is an interval of what has no order: list the values');
        else readEdges(one, condition, path, tell);
      } else if (!listed) tell(path, 'lists values of what is measured: write an interval');
      else {
        const unknown = condition.find((value) => !listed.some((known) => known === value));
        if (unknown !== undefined) tell(path, `${String(unknown)} is none of: ${listed.join(', ')}`);
      }
    }
  }
}

function readEdges(one: Dimension, edges: Interval, path: readonly (string | number)[], tell: Tell): void {
  for (const [side, text] of Object.entries(edges)) {
    if (edgeOf(one, text) === undefined) tell([...path, side], `is no ${one.kind}`);
  }
}

function prove(schema: ClassificationSchema, tell: Tell): void {
  const cells = cellCount(schema);
  if (cells === 0) return tell(['dimensions'], 'have a domain without a value');
  const checks = cells * schema.rules.length;
  if (checks > maxChecks) return tell(['dimensions'], `take ${checks} checks to prove, more than ${maxChecks}`);
  const { flaw, idle } = proof(schema);
  for (const id of idle) tell(['rules', schema.rules.findIndex((rule) => rule.id === id)], 'holds for no value');
  if (!flaw) return;
  const [first] = flaw.rules;
  if (first === undefined) return tell(['rules'], `leave a gap: no rule holds for ${flaw.witness}`);
  const at = schema.rules.findIndex(({ id }) => id === flaw.rules[1]);
  tell(['rules', at], `overlap: ${flaw.rules.join(' and ')} hold for ${flaw.witness}`);
}
