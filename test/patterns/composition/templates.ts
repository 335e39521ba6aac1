import type { Template } from '../../../contract/artefacts/template.ts';

export const template = (body: unknown): Template => ({
  id: 'template.test',
  version: '1.0.0',
  title: 'A test',
  draftType: 'Note',
  body,
});

export const text = (source: string, maxLength = 1000) => template({ letter: { $text: source, maxLength } });
export const html = (source: string, maxLength = 1000) => template({ letter: { $html: source, maxLength } });

const string = { type: 'string', maxLength: 200 };
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const money = closed(
  {
    amount: { type: 'string', pattern: '^-?(?:0|[1-9][0-9]{0,23})(?:\\.[0-9]{1,18})?$' },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  },
  ['amount', 'currency'],
);

/** The JSON Schema of the parts, as the compiler writes it. */
export const parts = closed(
  {
    name: string,
    day: { type: 'string', format: 'date' },
    reserve: money,
    count: { type: 'integer' },
    lines: {
      type: 'array',
      maxItems: 50,
      items: closed(
        {
          label: string,
          note: string,
          tags: { type: 'array', maxItems: 4, items: string },
          all: { type: 'array', items: string },
        },
        ['label', 'tags'],
      ),
    },
    remark: string,
    party: closed({ name: string, size: { type: 'integer' } }, ['name']),
  },
  ['name', 'day', 'reserve', 'count', 'lines'],
);
