import * as z from 'zod';
import { storeLayouts } from '../../contract/platform/stores.ts';
import { platformFunctions } from '../../contract/platform/functions.ts';
import { sampleRelease, type Planes } from './planes.ts';

const functionNames = [...sampleRelease.functions.map(({ name }) => name), ...Object.keys(platformFunctions)];

const list = <T extends z.ZodType>(item: T) => z.union([item, z.array(item)]).transform((one) => [one].flat());
const statement = z.strictObject({
  Effect: z.literal('Allow'),
  Action: list(z.string()),
  Resource: list(z.unknown()),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
export type Statement = z.infer<typeof statement>;

const role = z.object({
  AssumeRolePolicyDocument: z.object({
    Statement: z.tuple([z.object({ Principal: z.object({ Service: z.string() }) })]),
  }),
  ManagedPolicyArns: z.array(z.unknown()).default([]),
  Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })]),
});

const functionOf = z.object({
  Role: z.unknown(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

/** Returns the roles of the platform's and the tools' functions by function name, with the rights of each. */
export function functionRoles(
  planes: Planes,
  more: readonly string[] = [],
): ReadonlyMap<string, { statements: readonly Statement[]; managed: readonly string[] }> {
  const roles = planes.of('AWS::IAM::Role');
  const pairs = Object.entries(planes.of('AWS::Lambda::Function')).flatMap(([id, { Properties }]) => {
    const name = [...functionNames, ...more].find((name) => id.startsWith(`${name.replaceAll('-', '')}Function`));
    if (name === undefined) return [];
    const { Role } = functionOf.parse(Properties);
    const { Policies, ManagedPolicyArns } = role.parse(roles[planes.named(Role) ?? '']?.Properties);
    const managed = ManagedPolicyArns.map((arn) => planes.named(arn) ?? 'unknown');
    return [[name, { statements: Policies[0].PolicyDocument.Statement, managed }] as const];
  });
  return new Map(pairs);
}

/** Returns the area of an ARN that covers exactly its names of 64 characters, such as `texts`. */
export function areaOf(planes: Planes, resource: unknown): string | undefined {
  const joined = z
    .object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([z.unknown(), z.string()])]) })
    .safeParse(resource);
  const [bucket, suffix] = joined.success ? joined.data['Fn::Join'][1] : [];
  const area = /^\/([a-z]+)\/\?{64}$/.exec(suffix ?? '')?.[1];
  return planes.named(bucket)?.startsWith('ContentBucket') ? area : undefined;
}

/**
 * Returns `ledger` for the ARN of the ledger and `tasks/byQueue` for that of its index. Undefined for any other
 * resource.
 */
export function tableOf(planes: Planes, resource: unknown): string | undefined {
  const joined = z
    .object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([z.unknown(), z.string()])]) })
    .safeParse(resource);
  const [table, suffix] = joined.success ? joined.data['Fn::Join'][1] : [resource, ''];
  const store = Object.keys(storeLayouts).find((name) => planes.named(table)?.startsWith(`Tables${name}`));
  return store === undefined ? undefined : `${store}${suffix.replace('/index', '')}`;
}
