import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ModelTarget } from '../../../lib/deployment.ts';
import { planes, sampleRelease, type PlaneOptions, type Planes } from '../planes.ts';

const own = { model: 'anthropic.claude-3-haiku-20240307-v1:0' };
const profile = { model: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0', regions: ['eu-central-1', 'eu-west-1'] };
const withModels = (...models: readonly ModelTarget[]): Planes => deployed(models, {});
const deployed = (models: readonly ModelTarget[], options: PlaneOptions): Planes =>
  planes({
    ...options,
    release: { functions: [...sampleRelease.functions, { name: 'extraction-model', effectClass: 'pure', models }] },
  });
const arn = (rest: string) => ({ 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:bedrock:${rest}`]] });

const document = z.object({
  Statement: z.array(
    z.object({
      Action: z.union([z.string(), z.array(z.string())]),
      Resource: z.unknown(),
      Condition: z.unknown().optional(),
    }),
  ),
});
const role = z.object({ Policies: z.array(z.object({ PolicyDocument: document })).default([]) });
const endpoint = z.object({ VpcEndpointType: z.string(), PolicyDocument: document });
const group = z.object({
  SecurityGroupIngress: z.array(z.looseObject({ SourceSecurityGroupId: z.unknown() })).default([]),
});
type Statement = z.infer<typeof document>['Statement'][number];

const asks = ({ Action }: Statement): boolean => [Action].flat().some((action) => action.startsWith('bedrock:'));
/** Returns the roles that may use Amazon Bedrock, with their statements. */
const rolesThatAsk = (of: Planes): readonly (readonly [string, readonly Statement[]])[] =>
  Object.entries(of.of('AWS::IAM::Role')).flatMap(([id, { Properties }]) => {
    const statements = role.parse(Properties).Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    return statements.some(asks) ? [[id, statements.filter(asks)] as const] : [];
  });
const endpoints = (of: Planes) =>
  Object.values(of.of('AWS::EC2::VPCEndpoint'))
    .map(({ Properties }) => endpoint.parse(Properties))
    .filter(({ VpcEndpointType }) => VpcEndpointType === 'Interface');

describe('Models', () => {
  it('If no extractor asks a model, no role may use Amazon Bedrock and there is no interface endpoint', () => {
    const without = planes();
    expect(rolesThatAsk(without)).toEqual([]);
    expect(endpoints(without)).toEqual([]);
  });

  it('Only one function may use Amazon Bedrock: it may invoke the models that its extractors name, and do nothing else', () => {
    const roles = rolesThatAsk(withModels(own));
    expect(roles).toHaveLength(1);
    const [id = '', statements = []] = roles[0] ?? [];
    expect(id).toMatch(/^extractionmodel/);
    expect(statements).toMatchObject([
      { Action: 'bedrock:InvokeModel', Resource: arn(`eu-central-1::foundation-model/${own.model}`) },
    ]);
  });

  it('A model behind an inference profile can be asked only through the profile, in the regions that it names', () => {
    const [, statements = []] = rolesThatAsk(withModels(profile))[0] ?? [];
    const through = arn(`eu-central-1:111111111111:inference-profile/${profile.model}`);
    const foundation = profile.model.slice('eu.'.length);
    expect(statements).toMatchObject([
      { Action: 'bedrock:InvokeModel', Resource: through },
      {
        Action: 'bedrock:InvokeModel',
        Resource: profile.regions.map((region) => arn(`${region}::foundation-model/${foundation}`)),
        Condition: { StringEquals: { 'bedrock:InferenceProfileArn': [through] } },
      },
    ]);
  });

  it('The endpoint of the models allows only the models of the release and only the isolated functions', () => {
    const made = withModels(own);
    expect(endpoints(made)).toMatchObject([
      {
        PolicyDocument: {
          Statement: [{ Action: 'bedrock:InvokeModel', Resource: arn(`eu-central-1::foundation-model/${own.model}`) }],
        },
      },
    ]);
    const ingress = Object.entries(made.of('AWS::EC2::SecurityGroup')).flatMap(([to, { Properties }]) =>
      group
        .parse(Properties)
        .SecurityGroupIngress.map(({ SourceSecurityGroupId, ...ports }) => [
          to,
          made.named(SourceSecurityGroupId),
          ports,
        ]),
    );
    expect(ingress).toMatchObject([
      [
        expect.stringMatching(/^NetworkModels/),
        expect.stringMatching(/^NetworkIsolated/),
        { IpProtocol: 'tcp', FromPort: 443, ToPort: 443 },
      ],
    ]);
    expect(made.of('AWS::EC2::SecurityGroupIngress')).toEqual({});
  });

  it('Another server can replace Amazon Bedrock only in the local cloud, and only for the function that asks models', () => {
    const modelEndpoint = 'http://127.0.0.1:4000';
    const told = (options: PlaneOptions): readonly string[] =>
      Object.entries(deployed([own], { modelEndpoint, ...options }).of('AWS::Lambda::Function')).flatMap(
        ([id, { Properties }]) => (JSON.stringify(Properties).includes(modelEndpoint) ? [id] : []),
      );
    expect(told({ local: true })).toEqual([expect.stringMatching(/^extractionmodel/)]);
    expect(told({ local: false })).toEqual([]);
  });
});
