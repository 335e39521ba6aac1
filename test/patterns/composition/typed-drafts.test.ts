import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { provedTemplate as artefact } from '../../../patterns/composition/artefact.ts';
import { compose } from '../../../patterns/composition/compose.ts';
import { draftSchemaOf } from '../../../patterns/composition/draft-schema.ts';
import { nodeOf } from '../../../patterns/composition/node.ts';
import { differences } from '../../../registry/signature/bump/subset.ts';
import { parts as partsType, template } from './templates.ts';

const ajv = new Ajv2020({ strict: false, ownProperties: true });
addFormats.default(ajv);
const fits = (sub: unknown, sup: unknown): boolean => differences({ sub, sup }, { tolerant: false }).length === 0;

const hostile = fc.constantFrom('{{ name }}', '<script>', '__proto__', '{"$part":"/name"}', '', '&amp;');
const string = fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 40 })).filter((text) => text.isWellFormed());
const line = fc.record(
  { label: string, note: string, tags: fc.array(string, { maxLength: 4 }), all: fc.array(string, { maxLength: 2 }) },
  { requiredKeys: ['label', 'tags'], noNullPrototype: true },
);
const somebody = fc.record({ name: string, size: fc.integer() }, { requiredKeys: ['name'], noNullPrototype: true });
const parts = fc.record(
  {
    name: string,
    day: fc.constantFrom('2026-02-28', '2024-02-29'),
    reserve: fc.constant({ amount: '1234.50', currency: 'TRY' }),
    count: fc.integer({ min: -9, max: 9 }).map((count) => count + 0),
    lines: fc.array(line, { maxLength: 3 }),
    remark: string,
    party: somebody,
  },
  { requiredKeys: ['name', 'day', 'reserve', 'count', 'lines'], noNullPrototype: true },
);

const part = fc
  .constantFrom(
    '/name',
    '/day',
    '/reserve',
    '/count',
    '/lines',
    '/remark',
    '/party',
    '/party/name',
    '/party/size',
    '/none',
  )
  .map(($part) => ({ $part }));
const item = fc.constantFrom('', '/label', '/note', '/tags', '/none').map(($item) => ({ $item }));
const letter = fc.constantFrom(
  'Dear {{ name }}',
  '{{ remark }}',
  '{% if remark %}{{ remark }}{% endif %}',
  '{% for l in lines %}{{ l.label }},{% for t in l.tags %}{{ t }}{% endfor %}{% endfor %}',
  '{{ reserve.amount | decimal: "tr" }} {{ day | day: "tr" }}',
  '{{ none }}',
);
const { body } = fc.letrec<{ node: unknown; body: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>('x', 1, true, null),
    part,
    item,
    letter.map(($text) => ({ $text, maxLength: 400 })),
    letter.map(($html) => ({ $html, maxLength: 400 })),
    fc.array(tie('node'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('node'), { noNullPrototype: true }),
    fc.record({ $each: fc.oneof(part, item), do: tie('node') }, { noNullPrototype: true }),
    fc.record(
      { $if: fc.oneof(part, item).map((present) => ({ present })), do: tie('node'), else: tie('node') },
      { requiredKeys: ['$if', 'do'], noNullPrototype: true },
    ),
    part.chain((at) => tie('node').map((other) => ({ $if: { present: at }, do: at, else: other }))),
    fc.record(
      {
        $if: fc.record({ of: part, equals: fc.constantFrom<unknown>('x', 1) }, { noNullPrototype: true }),
        do: tie('node'),
      },
      { noNullPrototype: true },
    ),
  ),
  body: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node'), { minKeys: 1, noNullPrototype: true }),
}));

it('For any template that passes the type check and any valid parts, the draft is complete and has the proved type', () => {
  let proved = 0;
  fc.assert(
    fc.property(body, fc.array(parts, { minLength: 1, maxLength: 4 }), (tree, all) => {
      const of = template(tree);
      if (!artefact.safeParse(of).success) return;
      const { schema, findings } = draftSchemaOf(nodeOf(tree), partsType, fits);
      if (findings.length > 0) return;
      proved += 1;
      const isDraft = ajv.compile(schema as object);
      for (const some of all) {
        const { content } = compose(some, of).result;
        expect(isDraft(content), JSON.stringify([tree, some, content, isDraft.errors])).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
  expect(proved).toBeGreaterThan(200);
});
