import { describe, expect, it } from 'vitest';
import { provedTemplate as artefact } from '../../../patterns/composition/artefact.ts';
import { draftSchemaOf } from '../../../patterns/composition/draft-schema.ts';
import { nodeOf } from '../../../patterns/composition/node.ts';
import { differences } from '../../../registry/signature/bump/subset.ts';
import { html, parts, template, text } from './templates.ts';

const told = (of: unknown): string =>
  (artefact.safeParse(of).error?.issues ?? []).map(({ path, message }) => `${path.join('/')} ${message}`).join('; ');
const fits = (sub: unknown, sup: unknown): boolean => differences({ sub, sup }, { tolerant: false }).length === 0;
const typed = (body: unknown) => draftSchemaOf(nodeOf(body), parts, fits);
const findings = (body: unknown): string =>
  typed(body)
    .findings.map(({ path, message }) => `${path.join('/')} ${message}`)
    .join('; ');
const inText = (source: string) => findings({ x: { $text: source, maxLength: 100 } });
const inHtml = (source: string) => findings({ x: { $html: source, maxLength: 100 } });

describe('A template', () => {
  it('A template with a part and a letter is valid', () => {
    const of = template({ a: { $part: '/name' }, b: { $text: '{{ name }}', maxLength: 10 } });
    expect(artefact.parse(of)).toEqual(of);
  });

  it.each([
    ['an unknown operator', { a: { $eval: '1' } }, 'body/a must be one of the forms'],
    ['two operators in one object', { a: { $part: '/a', $item: '/b' } }, 'body/a'],
    ['a member beside an operator', { a: { $part: '/a', b: 1 } }, 'body/a'],
    ['a malformed pointer', { a: { $part: 'a' } }, 'body/a'],
    ['an $item outside of $each', { a: { $item: '/a' } }, 'body/a uses $item outside $each, where there is no item'],
    ['a letter without maxLength', { a: { $text: 'x' } }, 'body/a/maxLength'],
    ['a member named __proto__', JSON.parse('{"__proto__":1}'), 'body/__proto__'],
    [
      'a body that is nested too deeply',
      Array.from({ length: 40 }).reduce((inner: unknown) => ({ a: inner }), 1),
      'nested',
    ],
    ['a body larger than 64 KB', { a: 'x'.repeat(70_000) }, 'larger than 64 KB'],
  ])('A template is refused if it has %s', (_, body, message) => {
    expect(told(template(body))).toContain(message);
  });

  it.each([
    '{% include "../x" %}',
    '{% render "x" %}',
    '{% layout "x" %}',
    '{% assign a = name %}',
    '{% capture a %}x{% endcapture %}',
    '{% liquid assign a = name %}',
    '{% raw %}{{ name }}{% endraw %}',
    '{% comment %}x{% endcomment %}',
    '{% # x %}',
    '{% tablerow a in lines %}{% endtablerow %}',
    '{% cycle "a" %}',
    '{% increment a %}',
    '{% echo name %}',
    '{% case name %}{% endcase %}',
    '{{ name | raw }}',
    '{{ name | default: "x" }}',
    '{{ name | json }}',
    '{{ lines | map: "label" }}',
    '{{ name | append: name }}',
    '{{ lines | where_exp: "a", "a" }}',
    '{% if name %}',
    '{{ name ',
  ])('A template is refused if its letter contains the unsupported or malformed markup %s', (source) => {
    expect(told(text(source))).toMatch(/body\/letter\/\$text is not a valid letter/);
    expect(told(html(source))).toMatch(/body\/letter\/\$html is not a valid letter/);
  });
});

describe('The text of a letter', () => {
  const withLength = (source: string, maxLength: number, format: '$text' | '$html' = '$text') =>
    told(template({ a: { [format]: source, maxLength } }));

  it.each([
    ['Dear reader', 10, 11],
    ['Dear {{ name }}, well', 10, 11],
    ['a{% if remark %}bb{% else %}ccc{% endif %}d', 3, 4],
    ['😀😀', 1, 2],
    [
      '{% if remark %}aaa{% elsif party %}aa{% else %}{% unless remark %}b{% else %}bbbb{% endunless %}a{% endif %}',
      1,
      2,
    ],
  ])(
    'A letter is refused if its fixed text is longer than its maxLength: %j with a maxLength of %i',
    (source, most, own) => {
      expect(withLength(source, most)).toBe(
        `body/a/maxLength is ${most}, but the fixed text of the letter already has ${own} characters. Raise maxLength, or shorten the letter`,
      );
      expect(withLength(source, own)).toBe('');
    },
  );

  it.each([
    'a{% if remark %}long, and need not be written{% endif %}',
    'a{% for l in lines %}long, and need not be written{% else %}this neither{% endfor %}',
    'a{{ name }}',
    '   {%- if remark -%}   {%- endif -%}   a',
  ])('A letter is accepted if some of its variants fit its maxLength of 1: %j', (source) => {
    expect(withLength(source, 1)).toBe('');
  });

  it.each([
    ['<p>a', 'does not close <p> in the block that opens it'],
    ['<p>a<br></div></p>', 'closes </div>, which is not open'],
    ['<p><strong>a</p></strong>', 'closes </p>, which is not open'],
    ['a</p>', 'closes </p>, which is not open'],
    ['<p/>', 'has <p/>, which is not a valid tag for the element p'],
    ['a</br>', 'has </br>, which is not a valid tag for the element br'],
    ['<p>{% if remark %}a</p>{% endif %}', 'closes </p>, which is not open'],
    ['{% if remark %}<p>{% endif %}a{% if remark %}</p>{% endif %}', 'does not close <p> in the block that opens it'],
    ['<ul>{% for l in lines %}<li>a{% endfor %}</ul>', 'does not close <li> in the block that opens it'],
    ['<p>{% if remark %}a{% else %}<em>b{% endif %}</em></p>', 'does not close <em> in the block that opens it'],
  ])('An HTML letter is refused if a tag is not closed in the block that opened it: %s', (source, message) => {
    expect(withLength(source, 100, '$html')).toContain(`body/a/$html ${message}`);
  });

  it.each([
    '<p lang="tr">a<br>b<br/>c<hr></p>',
    '<ul>{% for l in lines %}<li>{{ l.label }}</li>{% else %}<li>-</li>{% endfor %}</ul>',
    '<p>{% if remark %}<em>a</em>{% else %}b{% endif %}</p>',
  ])('An HTML letter is accepted if every tag is closed in its block: %s', (source) => {
    expect(withLength(source, 100, '$html')).toBe('');
  });
});

describe('A template checked against the type of its parts', () => {
  it.each([
    ['an undeclared part', { x: { $part: '/nam' } }, 'x $part /nam is not declared by the type of the parts'],
    [
      'an optional part without a condition',
      { x: { $part: '/remark' } },
      'x $part /remark is optional. Use it only inside $if, with the condition { present: REFERENCE }',
    ],
    [
      'a member of an optional part without a condition',
      { x: { $part: '/party/name' } },
      'x $part /party/name is optional. Use it only inside $if, with the condition { present: REFERENCE }',
    ],
    ['a text as a list', { x: { $each: { $part: '/name' }, do: 1 } }, 'x must loop over a part that is an array'],
    [
      'an optional member of an item without a condition',
      { x: { $each: { $part: '/lines' }, do: { $item: '/note' } } },
      'x/do $item /note is optional. Use it only inside $if, with the condition { present: REFERENCE }',
    ],
    [
      'an undeclared member of an item',
      { x: { $each: { $part: '/lines' }, do: { $item: '/a' } } },
      'x/do $item /a is not declared by the type of the parts',
    ],
    [
      'a condition on an undeclared part',
      { x: { $if: { present: { $part: '/a' } }, do: 1 } },
      'x $part /a is not declared by the type of the parts',
    ],
    [
      'an optional part under a condition on another part',
      { x: { $if: { present: { $part: '/party' } }, do: { $part: '/remark' } } },
      'x/do $part /remark is optional. Use it only inside $if, with the condition { present: REFERENCE }',
    ],
    [
      'a condition without an else as its whole body',
      { $if: { present: { $part: '/remark' } }, do: {} },
      ' may produce no value. Add the member else',
    ],
  ])('A template is refused if it uses %s', (_, body, message) => {
    expect(findings(body)).toBe(message);
  });

  it("The type of a template's draft contains every member that the draft can have, and marks conditional members as optional", () => {
    const body = {
      name: { $part: '/name' },
      remark: { $if: { present: { $part: '/remark' } }, do: { $part: '/remark' } },
      by: { $if: { present: { $part: '/party/name' } }, do: { $part: '/party/name' }, else: 'nobody' },
      lines: { $each: { $part: '/lines' }, do: { $if: { present: { $item: '/note' } }, do: { $item: '/note' } } },
      letter: { $text: 'Dear {{ name }}', maxLength: 300 },
    };
    const string = { type: 'string', maxLength: 200 };
    expect(typed(body)).toEqual({
      findings: [],
      schema: {
        type: 'object',
        properties: {
          name: string,
          remark: string,
          by: { anyOf: [string, { const: 'nobody' }] },
          lines: { type: 'array', items: string, maxItems: 50 },
          letter: { type: 'string', minLength: 1, maxLength: 300 },
        },
        required: ['name', 'by', 'lines', 'letter'],
        additionalProperties: false,
      },
    });
  });

  it('The type of a letter excludes the empty text only if the letter has text outside of every condition', () => {
    const least = (source: string) => JSON.stringify(typed({ x: { $text: source, maxLength: 9 } }).schema);
    expect(least('{% if remark %}x{% endif %} {{ name }}')).toContain('"minLength":0');
    expect(least('x{% if remark %}x{% endif %}')).toContain('"minLength":1');
  });
});

describe('A letter checked against the type of its parts', () => {
  it.each([
    [
      '{{ name }} {{ reserve.amount | decimal: "tr" }} {{ day | day: "en" }} {% if party %}{{ party["name"] }}{% endif %} {{ count }}',
    ],
    [
      '{% for l in lines %}{{ l.label }}{% for t in l.tags %}{{ t }}{% endfor %}{% if forloop.last %}.{% endif %}{% endfor %}',
    ],
    ['{% if remark == "x" or name == "x" %}{{ name }}{% elsif count > 3 %}{{ name }}{% else %}-{% endif %}'],
    ['{% unless lines == empty %}x{% endunless %}'],
    [
      '{% if remark and party %}{{ remark }}{{ party.name }}{% endif %}{% for l in lines %}{% if l.note %}{{ l.note }}{% endif %}{% endfor %}',
    ],
  ])('A letter is accepted if it uses only declared parts: %s', (source) => {
    expect(inText(source)).toBe('');
  });

  it.each([
    ['{{ nam }}', 'names nam, which the parts do not have'],
    ['{{ party.nam }}', 'names nam, which is not a member there'],
    ['{{ reserve }}', 'must print a text, a number or a boolean'],
    ['{{ lines }}', 'must print a text, a number or a boolean'],
    ['{{ remark }}', 'is optional. Use it only inside an if tag that tests it'],
    ['{{ party.name }}', 'is optional. Use it only inside an if tag that tests it'],
    ['{% if party %}{{ party.size | decimal: "tr" }}{% endif %}', 'names size'],
    ['{% unless remark %}{{ remark }}{% endunless %}', 'is optional. Use it only inside an if tag that tests it'],
    ['{% if remark or name %}{{ remark }}{% endif %}', 'is optional. Use it only inside an if tag that tests it'],
    ['{% if remark == "x" %}{{ remark }}{% endif %}', 'is optional. Use it only inside an if tag that tests it'],
    ['{% if remark %}{% else %}{{ remark }}{% endif %}', 'is optional. Use it only inside an if tag that tests it'],
    ['{% for l in lines %}{{ l.note }}{% endfor %}', 'is optional. Use it only inside an if tag that tests it'],
    ['{{ lines.size }}', 'names size'],
    ['{{ party.size }}', 'names size'],
    ['{{ lines.first }}', 'names first'],
    ['{{ lines[0] }}', 'must name its members by constants'],
    ['{{ party[name] }}', 'must name its members by constants'],
    ['{{ party.__proto__ }}', 'names __proto__'],
    ['{{ constructor.constructor }}', 'names constructor'],
    ['{{ "text" }}', 'must be a part or a member of one'],
    ['{{ (1..3) }}', 'must be a part or a member of one'],
    ['{{ name == "x" }}', 'prints more than one value'],
    ['{{ name | decimal: "tr" }}', 'has a type that the filter decimal does not accept'],
    ['{{ name | day: "tr" }}', 'has a type that the filter day does not accept'],
    ['{{ day | day: "de" }}', 'uses day with an unknown language. Use one of tr, en'],
    ['{{ day | day }}', 'uses day with an unknown language'],
    ['{{ day | day: name }}', 'uses day with an unknown language'],
    ['{% for i in (1..9) %}{% endfor %}', 'must be a part or a member of one'],
    ['{% for i in (1..count) %}{% endfor %}', 'must be a part or a member of one'],
    ['{% for l in name %}{% endfor %}', 'must loop over a part that is an array'],
    ['{% for l in lines limit: 2 %}{% endfor %}', 'has options'],
    ['{% for l in lines reversed %}{% endfor %}', 'has options'],
    [
      '{% for l in lines %}{% if l.all %}{% for t in l.all %}{% endfor %}{% endif %}{% endfor %}',
      'loops over an array without maxItems',
    ],
    ['{% for name in lines %}{% endfor %}', 'uses the name of a part for its variable'],
    ['{% for l in lines %}{{ l.nolabel }}{% endfor %}', 'names nolabel'],
    [
      '{% for a in lines %}{% for b in lines %}{% for c in lines %}{% endfor %}{% endfor %}{% endfor %}',
      'makes 127550 rounds, and all loops of a letter together may make 20000. Lower maxItems of the lists',
    ],
    ['{% if nam %}{% endif %}', 'names nam'],
    ['{% if name == (1..3) %}{% endif %}', 'must be a part or a member of one'],
    ['{% if day | day: "tr" %}{% endif %}', 'has a condition with the filter day'],
    ['{% if name %}{% else %}{{ nam }}{% endif %}', 'names nam'],
  ])('A letter is refused if it is %s, because it %s', (source, message) => {
    expect(inText(source)).toContain(message);
  });

  it.each([
    '<script>x</script>',
    '<p onclick="x">',
    '<a href="{{ name }}">x</a>',
    '<p class={{ name }}>',
    '<{{ name }}>',
    '<!-- {{ name }} -->',
    '<style>{{ name }}</style>',
    '<img src="x">',
    '<p lang="{{ name }}">',
    '<p{% if remark %} hidden{% endif %}>',
    'a < b',
  ])('An HTML letter is refused if it contains the markup %s', (source) => {
    expect(inHtml(source)).toContain('has HTML that letters do not support');
  });

  it('An HTML letter is accepted if it contains only the supported tags around its values', () => {
    expect(
      inHtml(
        '<div lang="tr"><p>{{ name }}</p><br/><ul>{% for l in lines %}<li>{{ l.label }}</li>{% endfor %}</ul></div>',
      ),
    ).toBe('');
  });
});
