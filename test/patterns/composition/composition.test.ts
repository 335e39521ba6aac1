import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Template } from '../../../contract/artefacts/template.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import { composition } from '../../../patterns/composition/pattern.ts';
import { response } from '../../../patterns/composition/schema.ts';
import { failureOf } from '../failures.ts';
import { html, template, text } from './templates.ts';

async function draft(of: Template, parts: object) {
  const { result } = await composition.execute({
    args: { parts: { ...parts }, template: of.id },
    refs: { template: of },
    ports: {},
    settings: {},
    call: undefined,
  });
  return response.parse(result);
}
const content = async (body: unknown, parts: object) => (await draft(template(body), parts)).content;
const letter = async (of: Template, parts: object) => (await draft(of, parts)).content['letter'];
const refusal = async (of: Template, parts: object) => {
  const { code, pointer, message } = await failureOf(() => draft(of, parts));
  return { code, pointer, message };
};

describe('A composition of JSON', () => {
  it("A composition returns a draft of the template's type, with the hash of the content", async () => {
    const made = await draft(template({ name: { $part: '/name' }, fixed: [1, null, true, 'x'] }), { name: 'Ayşe' });
    expect(made).toEqual({
      status: 'draft',
      draftType: 'Note',
      template: 'template.test@1.0.0',
      content: { name: 'Ayşe', fixed: [1, null, true, 'x'] },
      contentHash: hashOf({ name: 'Ayşe', fixed: [1, null, true, 'x'] }),
    });
  });

  it('A composition loops over a list, and over a list in each item of that list', async () => {
    const body = {
      all: {
        $each: { $part: '/lines' },
        do: { of: { $item: '/label' }, tags: { $each: { $item: '/tags' }, do: { $item: '' } }, by: { $part: '/name' } },
      },
    };
    const lines = [
      { label: 'a', tags: ['x', 'y'] },
      { label: 'b', tags: [] },
    ];
    expect(await content(body, { lines, name: 'n' })).toEqual({
      all: [
        { of: 'a', tags: ['x', 'y'], by: 'n' },
        { of: 'b', tags: [], by: 'n' },
      ],
    });
  });

  it('A composition leaves out what a condition excludes, from an object and from a list', async () => {
    const remark = { $if: { present: { $part: '/remark' } }, do: { $part: '/remark' } };
    const body = {
      remark,
      list: ['x', remark],
      kind: { $if: { of: { $part: '/n' }, in: [1, 2] }, do: 'few', else: 'many' },
    };
    expect(await content(body, { n: 1 })).toEqual({ list: ['x'], kind: 'few' });
    expect(await content(body, { n: 3, remark: 'r' })).toEqual({ remark: 'r', list: ['x', 'r'], kind: 'many' });
    const some = {
      some: { $each: { $part: '/a' }, do: { $if: { of: { $item: '/k' }, equals: 'y' }, do: { $item: '/v' } } },
    };
    expect(
      await content(some, {
        a: [
          { k: 'y', v: 1 },
          { k: 'n', v: 2 },
        ],
      }),
    ).toEqual({ some: [1] });
  });

  it.for<[string, object, object, string]>([
    ['a member of a part', { x: { $part: '/a/b' } }, { a: {} }, '/parts/a/b'],
    [
      'a member of an item',
      { x: { $each: { $part: '/l' }, do: { $item: '/v' } } },
      { l: [{ v: 1 }, {}] },
      '/parts/l/1/v',
    ],
    ['a list to loop over', { x: { $each: { $part: '/l' }, do: 1 } }, {}, '/parts/l'],
    ['a part that a condition compares', { x: { $if: { of: { $part: '/k' }, equals: 1 }, do: 1 } }, {}, '/parts/k'],
    ['a member named __proto__', { x: { $part: '/a/__proto__' } }, { a: {} }, '/parts/a/__proto__'],
    ['a part named constructor', { x: { $part: '/constructor' } }, {}, '/parts/constructor'],
  ])(
    'If %s is missing, a composition is refused with arguments.invalid and the pointer of that part',
    async ([, body, parts, pointer]) => {
      expect(await refusal(template(body), parts)).toMatchObject({ code: 'arguments.invalid', pointer });
    },
  );

  it('A composition copies a part whose value is null, and refuses null as a list to loop over', async () => {
    expect(await content({ x: { $part: '/a' } }, { a: null })).toEqual({ x: null });
    expect((await refusal(template({ x: { $each: { $part: '/a' }, do: 1 } }), { a: null })).pointer).toBe('/parts/a');
  });

  it('If nested loops would make a draft too large, the composition is refused with result.too_large', async () => {
    const list = Array.from({ length: 200 }, () => 1);
    const body = { x: { $each: { $part: '/l' }, do: { $each: { $part: '/l' }, do: { $item: '' } } } };
    expect((await refusal(template(body), { l: list })).code).toBe('result.too_large');
  });

  it('A composition copies every part as data, even if the part looks like an operator or a letter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
        const plain: unknown = JSON.parse(
          JSON.stringify(value, (_, one: unknown) =>
            Object.is(one, -0) || (typeof one === 'number' && !Number.isSafeInteger(one)) ? 0 : one,
          ),
        );
        fc.pre(JSON.stringify(plain).isWellFormed());
        expect(await content({ x: { $part: '/v' } }, { v: plain })).toEqual({ x: plain });
      }),
    );
    const hostile = { $part: '/secret', __proto__x: '{{ secret }}' };
    expect(await content({ x: { $part: '/v' } }, { v: hostile, secret: 's' })).toEqual({ x: hostile });
  });
});

describe('A letter', () => {
  const lines = [{ label: 'a' }, { label: 'b' }];

  it('A letter can loop, branch, and write numbers and days in the format of a language', async () => {
    const source =
      '{% for l in lines %}{{ forloop.index }}. {{ l.label }}{% unless forloop.last %}, {% endunless %}{% endfor %}: {{ amount | decimal: "tr" }} = {{ amount | decimal: "en" }}, {{ day | day: "tr" }}{% if remark %} {{ remark }}{% else %}.{% endif %}';
    const parts = { lines, amount: '-1234567.50', day: '2026-10-14' };
    expect(await letter(text(source), parts)).toBe('1. a, 2. b: -1.234.567,50 = -1,234,567.50, 14.10.2026.');
    expect(await letter(text(source), { ...parts, lines: [], remark: 'r' })).toBe(
      ': -1.234.567,50 = -1,234,567.50, 14.10.2026 r',
    );
  });

  it.each([
    '{{ name }}',
    '{% include "x" %}',
    '{%- raw -%}',
    '{{ "a" | raw }}',
    '{"$part":"/name"}',
    '__proto__',
    'ıİğüşöç',
  ])('A letter prints the part %s as plain text', async (hostile) => {
    expect(await letter(text('<{{ name }}>'), { name: hostile })).toBe(`<${hostile}>`);
  });

  it('An HTML letter escapes each value once', async () => {
    const name = `<script>alert("1" + '2')</script> &amp;`;
    expect(await letter(html('<p>{{ name }}</p>'), { name })).toBe(
      '<p>&lt;script&gt;alert(&#34;1&#34; + &#39;2&#39;)&lt;/script&gt; &amp;amp;</p>',
    );
  });

  it('For any text, a value in an HTML letter never begins a tag or an entity', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (name) => {
        fc.pre(name.isWellFormed());
        const written = String(await letter(html('<p>{{ name }}</p>', 20_000), { name })).slice(3, -4);
        expect(written).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|#34;|#39;)/);
      }),
    );
  });

  it.for<[string, string, object, string]>([
    ['a part', '{{ name }}', {}, '/parts/name'],
    ['a member', '{{ party.name }}', { party: {} }, '/parts/party/name'],
    ['a member of the prototype', '{{ party.toString }}', { party: {} }, '/parts/party/toString'],
  ])(
    'If %s is missing, a letter is refused with arguments.invalid and the pointer of that part',
    async ([, source, parts, pointer]) => {
      expect(await refusal(text(source), parts)).toMatchObject({ code: 'arguments.invalid', pointer });
    },
  );

  it.each([
    ['an object', { name: { a: 1 } }],
    ['a list', { name: [1] }],
    ['null', { name: null }],
  ])('A letter that would print %s is refused with arguments.invalid', async (_, parts) => {
    expect((await refusal(text('{{ name }}'), parts)).code).toBe('arguments.invalid');
  });

  it('An error of a letter does not contain the value that caused it', async () => {
    expect((await refusal(text('{{ name | decimal: "tr" }}'), { name: 'geheim' })).message).not.toContain('geheim');
  });

  it('A letter is refused with result.too_large if it has more code points than its maxLength, or if printing it exceeds a limit', async () => {
    expect(await letter(text('{{ name }}', 3), { name: '🚗🚗🚗' })).toBe('🚗🚗🚗');
    expect((await refusal(text('{{ name }}', 3), { name: 'abcd' })).code).toBe('result.too_large');
    const lines = Array.from({ length: 200 }, () => ({ label: 'x' }));
    const loops = text('{% for a in lines %}{{ name }}{% endfor %}', 20_000);
    const refused = await refusal(loops, { lines, name: 'x'.repeat(100_000) });
    expect(refused).toMatchObject({ code: 'result.too_large', message: expect.stringContaining('prints more than') });
  });
});
