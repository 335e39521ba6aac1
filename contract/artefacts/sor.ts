import * as z from 'zod';
import { isLoopback, originProblem } from '../values/origin.ts';
import type { Immutable } from '../values/immutable.ts';
import { expandPath, PathRefused } from '../values/path.ts';
import { tableArn } from '../values/table-arn.ts';
import { name, artefactNamed } from './parts.ts';

/**
 * Returns the schema of an absolute path with one placeholder. A path that a URL parser (WHATWG) would change is
 * refused.
 */
const pathWith = (placeholder: string) =>
  z
    .string()
    .max(512)
    .refine((path) => isPath(path, placeholder), {
      error: `is not an absolute path with {${placeholder}} as its only placeholder. Use a path such as /claims/{${placeholder}}`,
    });

function isPath(path: string, placeholder: string): boolean {
  if (!/^\/(?!\/)[^\s\\#]*$/.test(path) || !path.includes(`{${placeholder}}`)) return false;
  try {
    const expanded = expandPath(path, { [placeholder]: 'x' });
    return URL.parse(expanded, 'https://sor.invalid')?.pathname === expanded.split('?')[0];
  } catch (error) {
    if (error instanceof PathRefused) return false;
    throw error;
  }
}

/**
 * An SoR with an HTTP API. Two members are promises of the SoR. `dedupesForSeconds`: for this time, the SoR applies the
 * same `Idempotency-Key` only once. `settlesWithinMillis`: after this time, a change that has not arrived never
 * arrives.
 */
const httpSor = z
  .strictObject({
    ...artefactNamed('sor'),
    engine: z.literal('http'),
    /** `https://host[:port]`. Plain http is allowed only on loopback, for the local cloud. */
    origin: z.string(),
    network: z.enum(['public', 'private', 'loopback']),
    cidrs: z.array(z.union([z.cidrv4(), z.cidrv6()])).default([]),
    timeoutMillis: z.int().min(1).max(20_000, 'Use at most 20s'),
    settlesWithinMillis: z.int().min(1).max(3_600_000, 'Use at most 3600s').exactOptional(),
    dedupesForSeconds: z.int().min(1).exactOptional(),
    /** Maps the name of a resource to the path at which it is read. `{id}` is the identifier of the record. */
    resources: z.record(name, z.strictObject({ path: pathWith('id') })),
    mutations: z.record(
      z.string().min(1),
      z.strictObject({ method: z.enum(['PUT', 'POST', 'PATCH']), path: pathWith('id'), resource: z.string() }),
    ),
    /** The path at which a change is looked up. `{ref}` is the platform's reference, which is sent with the change. */
    changes: z.strictObject({ path: pathWith('ref') }).exactOptional(),
    /** The response header that says how many seconds the replica lags behind, and the largest accepted lag. */
    replica: z
      .strictObject({
        lagHeader: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Use the name of an HTTP header, such as Replica-Lag'),
        maxLagSeconds: z.number().min(0),
      })
      .exactOptional(),
  })
  .superRefine(({ network, origin, cidrs, mutations, resources }, context) => {
    const tell = (path: PropertyKey[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if (network === 'loopback') {
      if (!isLoopback(origin))
        tell(['origin'], 'is not on loopback, but network is loopback. Use http://127.0.0.1:PORT');
    } else {
      const problem = originProblem(origin);
      if (problem !== undefined) tell(['origin'], `${problem}. Use an origin such as https://sor.example`);
    }
    if (network === 'private' && cidrs.length === 0) {
      tell(['cidrs'], 'is empty, but network is private. List the address ranges, such as 10.20.0.0/16');
    }
    if (network !== 'private' && cidrs.length > 0) {
      tell(['cidrs'], `has address ranges, but network is ${network}. Remove them, or write network: private`);
    }
    for (const [mutation, { resource }] of Object.entries(mutations)) {
      if (Object.hasOwn(resources, resource)) continue;
      const known = Object.keys(resources).join(', ');
      tell(['mutations', mutation, 'resource'], `is not a resource of this file. Use one of: ${known}`);
    }
  });

const attributeName = z.string().min(1).max(255);

/**
 * An SoR that is a DynamoDB table of the tenant. It has one resource, whose key is one string. The platform only reads
 * it, with no secret.
 */
const tableSor = z.strictObject({
  ...artefactNamed('sor'),
  engine: z.literal('dynamodb'),
  table: z.string().regex(tableArn, 'Use the ARN of one table: arn:aws:dynamodb:REGION:ACCOUNT:table/NAME'),
  resource: name,
  /** The attribute that is the key of the table. */
  key: attributeName,
  /** The attribute that has the version of an item. Without it, the records have no versions. */
  sourceVersion: attributeName.exactOptional(),
});

/**
 * A system of record. To add an engine, add a branch here; the compiler then reports every place that must handle it.
 */
export const sor = z.discriminatedUnion('engine', [httpSor, tableSor]);
export type Sor = Immutable<z.infer<typeof sor>>;
export type HttpSor = Extract<Sor, { engine: 'http' }>;
export type TableSor = Extract<Sor, { engine: 'dynamodb' }>;

/** The resources, mutations and replica that an SoR file declares, in one form for every engine. */
interface Declared {
  /** Maps the name of a resource to its path. `{id}` is the identifier of the record. */
  readonly resources: HttpSor['resources'];
  readonly mutations: HttpSor['mutations'];
  readonly replica?: NonNullable<HttpSor['replica']>;
}

export function declaredBy(of: Sor): Declared {
  switch (of.engine) {
    case 'http':
      return of;
    case 'dynamodb':
      return { resources: { [of.resource]: { path: '/{id}' } }, mutations: {} };
  }
}

/** Returns the SoR if the platform can send changes to it. Undefined for an engine other than HTTP. */
export const changeable = (of: Sor): HttpSor | undefined => (of.engine === 'http' ? of : undefined);
