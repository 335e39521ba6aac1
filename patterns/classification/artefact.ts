import {
  classificationSchema,
  type ClassificationSchema,
  type Dimension,
  type Interval,
} from '../../contract/artefacts/classification-schema.ts';
import { cellCount, maxChecks, proof } from './cells.ts';
import { isInterval } from './holds.ts';
import { edgeOf } from './measure.ts';

type Tell = (path: readonly (string | number)[], message: string) => void;

/**
 * Parses a classification schema, and proves that exactly one rule holds for each combination of values of the
 * dimensions. The message about a gap or an overlap names such a combination.
 */
export const provedClassificationSchema = classificationSchema.superRefine((schema, context) => {
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
  twice(bands, (i) => tell(['bands', i], 'is already listed as a band. Remove one of the two'));
  twice(
    dimensions.map(({ name }) => name),
    (i) =>
      tell(['dimensions', i, 'name'], 'is already the name of another dimension. Give each dimension its own name'),
  );
  twice(
    rules.map(({ id }) => id),
    (i) => tell(['rules', i, 'id'], 'is already the id of another rule. Give each rule its own id'),
  );
  for (const [i, { band, when }] of rules.entries()) {
    if (!bands.includes(band))
      tell(['rules', i, 'band'], `is not a band of this file. Use one of: ${bands.join(', ')}`);
    for (const name of Object.keys(when)) {
      if (!dimensions.some((one) => one.name === name))
        tell(
          ['rules', i, 'when', name],
          `is not a dimension of this file. Use one of: ${dimensions.map((one) => one.name).join(', ')}`,
        );
    }
  }
  for (const [i, band] of bands.entries()) {
    if (!rules.some((rule) => rule.band === band))
      tell(['bands', i], 'is a band that no rule gives. Add a rule with this band, or remove the band');
  }
}

function twice(names: readonly string[], told: (index: number) => void): void {
  for (const [i, name] of names.entries()) if (names.indexOf(name) < i) told(i);
}

function checkEdges({ dimensions, rules }: ClassificationSchema, tell: Tell): void {
  for (const [i, one] of dimensions.entries()) {
    if ('domain' in one && one.domain) readEdges(one, one.domain, { path: ['dimensions', i, 'domain'], tell });
    if (one.kind === 'category')
      twice(one.values, (at) =>
        tell(['dimensions', i, 'values', at], 'is already listed as a value. Remove one of the two'),
      );
  }
  for (const [i, { when }] of rules.entries()) {
    for (const [name, condition] of Object.entries(when)) {
      const one = dimensions.find((dimension) => dimension.name === name);
      const path = ['rules', i, 'when', name];
      if (!one) continue;
      const listed = one.kind === 'category' ? one.values : one.kind === 'boolean' ? [true, false] : undefined;
      if (isInterval(condition)) {
        if (listed)
          tell(
            path,
            `is an interval, but the values of a ${one.kind} have no order. List some of the values: ${listed.join(', ')}`,
          );
        else readEdges(one, condition, { path, tell });
      } else if (!listed)
        tell(
          path,
          `lists values, but a condition on a ${one.kind} must be an interval. Use atLeast, above, below or atMost`,
        );
      else {
        const unknown = condition.find((value) => !listed.some((known) => known === value));
        if (unknown !== undefined)
          tell(path, `has ${String(unknown)}, which is not a value of ${name}. Use one of: ${listed.join(', ')}`);
      }
    }
  }
}

/** The notation in which a rule writes an edge, for each kind of dimension. */
const forms: Readonly<Record<Dimension['kind'], string>> = {
  money: 'Use an amount in quotes, such as "1500.00"',
  decimal: 'Use a decimal in quotes, such as "12.5"',
  integer: 'Use a whole number in quotes, such as "12"',
  date: 'Use a date, such as "2026-03-01"',
  duration: 'Use a duration, such as PT24H',
  category: 'List values',
  boolean: 'List values',
};

function readEdges(
  one: Dimension,
  edges: Interval,
  { path, tell }: { readonly path: readonly (string | number)[]; readonly tell: Tell },
): void {
  for (const [side, text] of Object.entries(edges)) {
    if (edgeOf(one, text) === undefined) tell([...path, side], `is not a valid ${one.kind}. ${forms[one.kind]}`);
  }
}

function prove(schema: ClassificationSchema, tell: Tell): void {
  const cells = cellCount(schema);
  if (cells === 0) return tell(['dimensions'], 'have a dimension whose domain has no value. Widen that domain');
  const checks = cells * schema.rules.length;
  if (checks > maxChecks)
    return tell(
      ['dimensions'],
      `need ${checks} checks to prove that exactly one rule always holds, and at most ${maxChecks} are allowed. Use fewer dimensions, edges or rules`,
    );
  const { flaw, idle } = proof(schema);
  for (const id of idle)
    tell(
      ['rules', schema.rules.findIndex((rule) => rule.id === id)],
      'holds for no value in the domains of the dimensions. Widen its conditions, or remove the rule',
    );
  if (!flaw) return;
  const [first] = flaw.rules;
  if (first === undefined)
    return tell(['rules'], `have a gap: no rule holds for ${flaw.witness}. Add a rule, or widen one`);
  const at = schema.rules.findIndex(({ id }) => id === flaw.rules[1]);
  tell(
    ['rules', at],
    `overlaps: ${flaw.rules.join(' and ')} both hold for ${flaw.witness}. Narrow one of the two rules`,
  );
}
