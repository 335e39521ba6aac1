import { describe, expect, it } from 'vitest';
import { answers, request, response } from '../../../patterns/conversion/schema.ts';
import { platformShapes, schemaOf } from '../../../registry/signature/platform-shapes.ts';
import { answersTo } from '../../../registry/signature/answers.ts';
import { refinement } from '../../../registry/signature/refines.ts';

const declared = { at: '/target/kind', by: '/status', of: answers };
const pattern = { name: 'conversion', answers: declared };
const kinds = request.shape.target.options.map((option) => option.shape.kind.value);
const statuses = response.options.map((option) => option.shape.status.value);
const skeleton = { request: schemaOf(request), response: schemaOf(response) };

const asking = (...kinds: readonly string[]) => ({
  type: 'object',
  properties: { target: { type: 'object', properties: { kind: { enum: kinds } } } },
});
const answered = (request: unknown) => answersTo(request, skeleton.response, declared).length;

describe('The answers of a conversion', () => {
  it('The pattern declares the possible answers of each kind of target, and each status is an answer of at least one kind', () => {
    expect(Object.keys(answers).sort()).toEqual(kinds.toSorted());
    expect([...new Set(Object.values(answers).flat())].sort()).toEqual(statuses.toSorted());
  });

  it('The possible answers of a request are those of the kinds of target that its schema allows', () => {
    expect(answered(asking('hash'))).toBe(1);
    expect(answered(asking('hash', 'unit'))).toBe(3);
    expect(answered({ oneOf: [asking('unit'), asking('currency')] })).toBe(4);
  });

  it.each([
    [
      'any text as the kind',
      { type: 'object', properties: { target: { type: 'object', properties: { kind: { type: 'string' } } } } },
    ],
    ['no member target', { type: 'object', properties: {} }],
    ['an undeclared kind', asking('hash', 'else')],
    ['an alternative that allows any object', { oneOf: [asking('hash'), { type: 'object' }] }],
  ])('If a request schema has %s, every answer of the pattern is possible', (_title, schema) => {
    expect(answered(schema)).toBe(statuses.length);
  });

  it('If a request can lead to an answer that the response schema does not allow, the compiler reports that status', () => {
    const request = {
      type: 'object',
      properties: {
        value: platformShapes['Quantity'],
        target: {
          type: 'object',
          properties: {
            kind: { const: 'unit', type: 'string' },
            unit: { type: 'string', enum: ['km', 'mi'] },
            scale: { type: 'integer', minimum: 0, maximum: 6 },
            rounding: platformShapes['RoundingMode'],
          },
          required: ['kind', 'unit', 'scale', 'rounding'],
          additionalProperties: false,
        },
      },
      required: ['value', 'target'],
      additionalProperties: false,
    };
    const [measured, incompatible] = [
      platformShapes['ConversionMeasured'],
      platformShapes['ConversionUnitIncompatible'],
    ];
    expect(refinement({ request, response: { oneOf: [measured, incompatible] } }, skeleton, pattern)).toEqual([]);
    const found = refinement({ request, response: { oneOf: [measured] } }, skeleton, pattern);
    expect(found.map(({ message }) => message)).toEqual([
      'the response has no place for an answer that its pattern can give (status unit_incompatible)',
    ]);
  });
});
