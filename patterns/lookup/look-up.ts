import { declaredBy, type Sor } from '../../contract/artefacts/sor.ts';
import { hashOf } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { expandPath, PathRefused } from '../../contract/values/path.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import type { Connectors } from '../../contract/ports.ts';
import type { ConfirmedCache } from './confirmed-cache.ts';
import { mustBeFresh } from './replica.ts';
import type { Request, Response } from './schema.ts';
import { sourceObject } from './source-object.ts';
import { unavailable, unfit } from './unavailable.ts';

interface Lookup {
  readonly args: Request;
  readonly sor: Sor;
  readonly resource: string;
  readonly call: CallFacts;
  readonly connectors: Connectors;
  readonly cache: ConfirmedCache;
}

/**
 * Reads a record from its source. If this run already has an answer with a version, the request is conditional on this
 * version. The source therefore gives or confirms every answer during the call. docs/spec.md, 9.3: cached for the run,
 * by identifier and source version.
 * @throws Failure `request.invalid` (asOf), `arguments.invalid` (identifier), `dependency.unavailable`,
 * `dependency.unfit`
 */
export async function lookUp({
  args,
  sor,
  resource,
  call,
  connectors,
  cache,
}: Lookup): Promise<Product<Response, never>> {
  mustBeNow(args.asOf, call.atMillis);
  const path = pathOf(sor, resource, args.identifier);
  const key = cacheKey(args, { sor, resource }, call);
  const cached = key === undefined ? undefined : cache.get(key);
  const answer = await connectors.read(sor, {
    path,
    ...(cached ? { ifNoneMatch: cached.version } : {}),
    deadlineAt: call.deadlineAt,
  });
  if (answer.kind === 'unavailable') {
    throw answer.lasting === undefined
      ? unavailable('lookup.source_unavailable', 'the source did not answer')
      : unfit(answer.lasting);
  }
  const { status, etag, headers, body } = answer;
  if (key !== undefined && status !== 304) cache.drop(key);
  if (status === 401 || status === 403)
    return expected('permission_denied', 'the source refused the read with 401 or 403');
  if (![200, 304, 404, 410].includes(status)) {
    throw unavailable('lookup.source_unavailable', `the source answered with the unexpected status ${status}`);
  }
  mustBeFresh(sor, headers);
  if (status === 404 || status === 410) return expected('not_found', 'the source does not have this record');

  const source = { sor: sor.id, resource, identifier: args.identifier };
  if (status === 304) {
    if (!cached || (etag !== undefined && etag !== cached.version)) {
      throw unavailable(
        'lookup.source_unavailable',
        'the source answered 304 for a version that the request did not name',
      );
    }
    return found(sourceObject(cached.body), source, cached.version);
  }
  const object = sourceObject(body);
  if (key !== undefined && etag !== undefined) cache.set(key, { version: etag, body });
  return found(object, source, etag);
}

type Found = Extract<Response, { status: 'found' }>;

const found = (object: Found['object'], source: Found['source'], version: string | undefined) => ({
  result: { status: 'found' as const, object, source, ...(version === undefined ? {} : { sourceVersion: version }) },
  ...(version === undefined ? {} : { pins: { [`${source.sor}/${source.resource}`]: version } }),
});

const expected = (status: 'not_found' | 'permission_denied', detail: string): Product<Response, never> => ({
  result: { status },
  exceptions: [{ kind: `lookup.${status}`, detail }],
});

/**
 * Returns the key of a cached answer. The key contains the run, because a tool has no memory across runs (docs/spec.md,
 * 9.4). Undefined without a run.
 */
const cacheKey = (
  args: Request,
  { sor, resource }: { readonly sor: Sor; readonly resource: string },
  { run, tool }: CallFacts,
): string | undefined =>
  run &&
  hashOf({
    run: run.runId,
    tool: `${tool.id}@${tool.version}`,
    source: `${sor.id}@${sor.version}`,
    resource,
    identifier: args.identifier,
    asOf: args.asOf ?? null,
  });

function mustBeNow(asOf: string | undefined, atMillis: number): void {
  if (asOf === undefined || Date.parse(asOf) === atMillis) return;
  throw new Failure('request.invalid', '/asOf: this source serves only its current state. Leave asOf out', {
    pointer: '/asOf',
  });
}

function pathOf(sor: Sor, resource: string, identifier: string): string {
  const { resources } = declaredBy(sor);
  const declared = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
  if (!declared) {
    throw new Failure(
      'ref.unknown',
      `/source: the settings of the tool name the resource ${resource}, which this source does not have. It has ${Object.keys(resources).join(', ')}`,
      { pointer: '/source' },
    );
  }
  try {
    return expandPath(declared.path, { id: identifier });
  } catch (error) {
    if (!(error instanceof PathRefused)) throw error;
    throw new Failure('arguments.invalid', '/identifier: must be a text that can be one segment of a URL path', {
      pointer: '/identifier',
      cause: error,
    });
  }
}
