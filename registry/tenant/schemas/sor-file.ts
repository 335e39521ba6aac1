import * as z from 'zod';
import { tableArn } from '../../../contract/values/table-arn.ts';
import { originProblem } from '../origin-problem.ts';
import { tableOrigin } from '../table-origin.ts';
import { named, type ArtefactFile } from './artefact-file.ts';
import { millis, name, seconds } from './parts.ts';

const path = z.string().regex(/^\/[A-Za-z0-9/_{}.-]*$/, 'is no path such as /claims/{id}');
const httpSor = z
  .strictObject({
    ...named,
    origin: z.string().superRefine((origin, context) => {
      const message = originProblem(origin);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    network: z.enum(['public', 'private']),
    cidrs: z.array(z.string()).default([]),
    timeout: millis,
    settlesWithin: millis.optional(),
    dedupesFor: seconds.optional(),
    resources: z.record(name, z.strictObject({ path })),
    mutations: z.record(z.string(), z.strictObject({ method: z.enum(['PUT', 'POST', 'PATCH']), path, resource: name })),
    changes: z.strictObject({ path }).optional(),
    replica: z.strictObject({ lagHeader: z.string().min(1), maxLag: seconds }).optional(),
  })
  .refine(({ network, cidrs }) => network === 'public' || cidrs.length > 0, {
    message: 'is private and names no cidrs',
    path: ['network'],
  })
  .transform(({ markings, timeout, settlesWithin, dedupesFor, changes, replica, ...rest }): ArtefactFile<'Sor'> => ({
    artefact: {
      ...rest,
      timeoutMillis: timeout,
      ...(settlesWithin === undefined ? {} : { settlesWithinMillis: settlesWithin }),
      ...(dedupesFor === undefined ? {} : { dedupesForSeconds: dedupesFor }),
      ...(changes === undefined ? {} : { changes }),
      ...(replica === undefined ? {} : { replica: { lagHeader: replica.lagHeader, maxLagSeconds: replica.maxLag } }),
    },
    markings,
  }));

/** A DynamoDB table of the tenant's: one resource, read by its key. */
const tableSor = z
  .strictObject({
    ...named,
    engine: z.literal('dynamodb'),
    table: z.string().regex(tableArn, 'is no ARN of a DynamoDB table'),
    resource: name,
    key: z.string().min(1),
    sourceVersion: z.string().min(1).optional(),
  })
  .transform(({ id, version, markings, table, resource, key, sourceVersion }): ArtefactFile<'Sor'> => ({
    artefact: {
      id,
      version,
      origin: tableOrigin(table),
      network: 'public',
      cidrs: [],
      timeoutMillis: tableTimeoutMillis,
      resources: { [resource]: { path: '/{id}' } },
      mutations: {},
      table: { arn: table, key, ...(sourceVersion === undefined ? {} : { version: sourceVersion }) },
    },
    markings,
  }));
/** What the client gives one attempt. */
const tableTimeoutMillis = 4000;

/** A system of record: an HTTP API, or a table. */
export const sorFile = z.union([tableSor, httpSor]);
