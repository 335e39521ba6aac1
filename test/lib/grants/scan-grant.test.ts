import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { planes, type Planes } from '../planes.ts';

const statement = z.looseObject({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() });
const role = z.looseObject({
  Policies: z.array(z.looseObject({ PolicyDocument: z.looseObject({ Statement: z.array(statement) }) })).default([]),
});
const endpoint = z.looseObject({
  VpcEndpointType: z.string(),
  PolicyDocument: z.looseObject({ Statement: z.array(statement) }),
});
const actions = ['textract:GetDocumentTextDetection', 'textract:StartDocumentTextDetection'];

const rolesThatRead = (of: Planes): readonly (readonly [string, unknown])[] =>
  Object.entries(of.of('AWS::IAM::Role')).flatMap(([id, { Properties }]) =>
    role
      .parse(Properties)
      .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('textract:')))
      .map(({ Action }) => [id, Action] as const),
  );
const endpoints = (of: Planes) =>
  Object.values(of.of('AWS::EC2::VPCEndpoint'))
    .map(({ Properties }) => endpoint.parse(Properties))
    .filter(({ VpcEndpointType }) => VpcEndpointType === 'Interface');
const readers = (of: Planes): readonly string[] =>
  Object.entries(of.of('AWS::Lambda::Function')).flatMap(([id, { Properties }]) =>
    JSON.stringify(Properties).includes('"SCAN_READER":"textract"') ? [id] : [],
  );

describe('Amazon Textract', () => {
  it('If the tenant has not configured Textract, no role may use it, no function is told of it and there is no endpoint', () => {
    const without = planes();
    expect([rolesThatRead(without), readers(without), endpoints(without)]).toEqual([[], [], []]);
  });

  it('If the tenant has configured Textract, only `source-text` may use it, and may only start and read text detection', () => {
    const made = planes({ release: { textract: true } });
    expect(rolesThatRead(made)).toEqual([[expect.stringMatching(/^sourcetext/), actions]]);
    expect(readers(made)).toEqual([expect.stringMatching(/^sourcetext/)]);
    expect(endpoints(made)).toMatchObject([{ PolicyDocument: { Statement: [{ Action: actions }] } }]);
  });
});
