import * as z from 'zod';
import { planes, sampleWitness } from '../lib/planes.ts';
import type { Table } from './tables.ts';

const resources = z.record(
  z.string(),
  z.looseObject({ Type: z.string(), Properties: z.looseObject({}).default({}), DeletionPolicy: z.string().optional() }),
);
type Resource = z.infer<typeof resources>[string];

let synthesised: readonly Resource[] | undefined;

/** Returns every resource of both stacks, for a stage on AWS and a tenant like the demo. */
function stacks(): readonly Resource[] {
  if (synthesised) return synthesised;
  const release = { agents: ['claims-agent', 'intern-agent'], sors: ['sor.policy-admin'] };
  const { data, plane } = planes({ release });
  const of = (template: typeof data): readonly Resource[] =>
    Object.values(resources.parse(template.toJSON()['Resources']));
  synthesised = [...of(data), ...of(plane)];
  return synthesised;
}

const ofType = (type: string): readonly Resource[] => stacks().filter(({ Type }) => Type === type);

const byFirst = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1);

/** Returns the table of all alarms, also of those that only a deployment with a witness has. */
export function alarms(): Table {
  const shape = z.looseObject({ AlarmDescription: z.string() });
  const all = Object.values(planes({ witness: sampleWitness }).of('AWS::CloudWatch::Alarm'));
  const rows = all.map(({ Properties }) => [shape.parse(Properties).AlarmDescription]);
  return { header: ['alarm, as its description says'], rows: rows.toSorted(byFirst), byHand: ['what to do'] };
}

/** Returns the table of the resources that remain after a destroy, by type. */
export function kept(): Table {
  const types = Map.groupBy(
    stacks().filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain' || DeletionPolicy === 'RetainExceptOnCreate'),
    ({ Type }) => Type,
  );
  return {
    header: ['kept by a destroy', 'how many'],
    rows: [...types].map(([type, all]) => [`\`${type}\``, String(all.length)]).toSorted(byFirst),
    byHand: ['what it is'],
  };
}

const isAgent = ({ Properties }: Resource): boolean =>
  z.looseObject({ AllowedOAuthFlows: z.array(z.string()).optional() }).parse(Properties).AllowedOAuthFlows?.[0] ===
  'client_credentials';

/** Monthly list prices in us-east-1, in US dollars, of the resources that AWS bills even without a call. */
const prices: readonly { readonly what: string; readonly each: number; readonly count: () => number }[] = [
  { what: 'customer key', each: 1, count: () => ofType('AWS::KMS::Key').length },
  { what: 'secret, two a system of record', each: 0.4, count: () => ofType('AWS::SecretsManager::Secret').length },
  { what: 'alarm', each: 0.1, count: () => ofType('AWS::CloudWatch::Alarm').length },
  {
    what: 'dashboard, the first three of an account are free',
    each: 3,
    count: () => ofType('AWS::CloudWatch::Dashboard').length,
  },
  {
    what: 'app client of an agent',
    each: 6,
    count: () => ofType('AWS::Cognito::UserPoolClient').filter(isAgent).length,
  },
];

/** Resource types that AWS bills by the hour. No template may have one. */
export const hourly = [
  'AWS::EC2::NatGateway',
  'AWS::EC2::EIP',
  'AWS::EC2::VPCEndpoint.Interface',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
] as const;

export const hourlyResources = (): readonly string[] =>
  stacks()
    .map(({ Type, Properties }) =>
      Type === 'AWS::EC2::VPCEndpoint' && Properties['VpcEndpointType'] === 'Interface' ? `${Type}.Interface` : Type,
    )
    .filter((type) => hourly.some((one) => one === type));

export function idleCost(): Table {
  const rows = prices.map(({ what, each, count }) => ({ what, each, number: count(), sum: each * count() }));
  const total = rows.reduce((sum, row) => sum + row.sum, 0);
  return {
    header: ['what', 'how many', 'each', 'a month'],
    rows: [
      ...rows.map(({ what, each, number, sum }) => [what, String(number), `$${each.toFixed(2)}`, `$${sum.toFixed(2)}`]),
      ['together', '', '', `$${total.toFixed(2)}`],
    ],
  };
}
