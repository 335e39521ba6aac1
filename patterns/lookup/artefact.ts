import * as z from 'zod';
import type { Sor } from '../../contract/artefacts/artefacts.ts';
import { expandPath, PathRefused } from '../../contract/values/path.ts';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import { tableArn } from '../../contract/values/table-arn.ts';

const isPath = (path: string, name: string): boolean => {
  try {
    const expanded = expandPath(path, { [name]: 'x' });
    return (
      path.includes(`{${name}}`) && URL.parse(expanded, 'https://sor.invalid')?.pathname === expanded.split('?')[0]
    );
  } catch (error) {
    if (error instanceof PathRefused) return false;
    throw error;
  }
};
const pathWith = (name: string) =>
  z
    .string()
    .max(512)
    .regex(/^\/(?!\/)[^\s\\#]*$/)
    .refine((path) => isPath(path, name), {
      error: `must be a plain absolute path with {${name}} as its one placeholder`,
    });

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?$/;
const https = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;
const attributeName = z.string().min(1).max(255);
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** A system of record's file, and what can be proved of it before anything is sent. */
export const sor: z.ZodType<Sor> = z
  .strictObject({
    id: artefactId('sor'),
    version: artefactVersion,
    origin: z.string(),
    network: z.enum(['public', 'private', 'loopback']),
    cidrs: z.array(z.union([z.cidrv4(), z.cidrv6()])),
    timeoutMillis: z.int().min(1).max(20_000),
    settlesWithinMillis: z.int().min(1).max(3_600_000).exactOptional(),
    dedupesForSeconds: z.int().min(1).exactOptional(),
    resources: z.record(z.string().min(1), z.strictObject({ path: pathWith('id') })),
    mutations: z.record(
      z.string().min(1),
      z.strictObject({ method: z.enum(['PUT', 'POST', 'PATCH']), path: pathWith('id'), resource: z.string() }),
    ),
    changes: z.strictObject({ path: pathWith('ref') }).exactOptional(),
    table: z
      .strictObject({
        arn: z.string().regex(tableArn),
        key: attributeName,
        version: attributeName.exactOptional(),
      })
      .exactOptional(),
    replica: z.strictObject({ lagHeader: headerName, maxLagSeconds: z.number().min(0) }).exactOptional(),
  })
  .superRefine((file, context) => {
    const report = (path: PropertyKey[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if (file.table && (Object.keys(file.mutations).length > 0 || file.changes !== undefined)) {
      report(['mutations'], 'a table is read and never changed');
    }
    const form = file.network === 'loopback' ? loopback : https;
    if (!form.test(file.origin)) {
      report(['origin'], 'must be https://host[:port]; http on loopback only');
    }
    if ((file.network === 'private') !== file.cidrs.length > 0) {
      report(['cidrs'], 'a private network names its ranges, any other has none');
    }
    for (const [name, mutation] of Object.entries(file.mutations)) {
      if (!Object.hasOwn(file.resources, mutation.resource)) {
        report(['mutations', name, 'resource'], 'must be a resource of this file');
      }
    }
  });
