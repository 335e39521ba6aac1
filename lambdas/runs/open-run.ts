import * as z from 'zod';
import type { RunEvent } from '../../contract/audit.ts';
import { durationSeconds } from '../../contract/values/duration.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf, type Principal } from '../../contract/authority/identity.ts';
import { parseJson } from '../../contract/values/json.ts';
import { ownEventId } from '../../contract/dispatch/keys.ts';
import type { Head, HeadState, Library, Release } from '../../contract/system.ts';
import { releaseOfHead } from '../../contract/authority/release-in-force.ts';
import { resolvePrincipal } from '../../contract/authority/principal.ts';
import { agentIn, mustNotBeSuspended } from '../../contract/authority/suspension.ts';
import type { Run } from '../../contract/rows/run.ts';
import { invalidRequest } from '../invalid-request.ts';
import { bodyOf, json, type HttpAnswer, type HttpRequest } from '../http.ts';

const maxTtlSeconds = 7 * 24 * 3600;

const opening = z.strictObject({
  purpose: z.string().min(1).max(128).optional(),
  subject: z.string().min(1).max(256).optional(),
  ttl: z.string().max(32).optional(),
  replayable: z.boolean().optional(),
});

export interface RunsDependencies {
  readonly head: Head;
  readonly library: Library;
  /** Writes the run and its event in one transaction. */
  readonly open: (run: Run, event: RunEvent) => Promise<void>;
  readonly engine: string;
}

/** Handles `POST /v1/runs`. A run pins the release in force, so all its calls use one release. */
export const openRun =
  ({ head, library, open, engine }: RunsDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const asked = parse(bodyOf(request.event));
    const state = await head.current();
    const release = await releaseOfHead(library, state);
    const principal = await resolvePrincipal(release, request.caller);
    if (!principal) throw new Failure('caller.unknown', 'the release in force does not define this caller');
    await mustNotBeSuspended(head, agentIn(request.caller));
    if (asked.purpose !== undefined && !principal.purposes.includes(asked.purpose)) {
      throw new Failure('permission.denied', '/purpose: the caller does not have this purpose');
    }
    const run: Run = {
      runId: `run-${request.id}`,
      owner: actorOf(request.caller),
      ...(asked.purpose === undefined ? {} : { purpose: asked.purpose }),
      ...(asked.subject === undefined ? {} : { subject: asked.subject }),
      replayable: asked.replayable ?? false,
      release: release.id,
      pins: await pinsOf(release, principal, state),
      engine,
      createdAt: new Date(request.at).toISOString(),
      expiresAt: new Date(request.at + asked.ttlSeconds * 1000).toISOString(),
    };
    const event: RunEvent = {
      kind: 'run',
      eventId: ownEventId(request.function, request.id),
      at: run.createdAt,
      actor: run.owner,
      ...request.via,
      runId: run.runId,
      ...(run.purpose === undefined ? {} : { purpose: run.purpose }),
      ...(run.subject === undefined ? {} : { subject: run.subject }),
      release: release.id,
      pins: run.pins,
      expiresAt: run.expiresAt,
    };
    await open(run, event);
    const { runId, pins, expiresAt } = run;
    return json(201, { runId, release: release.id, pins, expiresAt }, event.eventId);
  };

function parse(text: string): Omit<z.infer<typeof opening>, 'ttl'> & { ttlSeconds: number } {
  const body = parseJson(text === '' ? '{}' : text);
  const parsed = opening.safeParse(body);
  if (!parsed.success) throw invalidRequest(parsed.error, body, opening);
  const { ttl = 'PT24H', ...rest } = parsed.data;
  const ttlSeconds = durationSeconds(ttl);
  if (ttlSeconds === undefined || ttlSeconds < 1 || ttlSeconds > maxTtlSeconds) {
    throw new Failure('request.invalid', '/ttl: must be an ISO 8601 duration from PT1S to P7D', { pointer: '/ttl' });
  }
  return { ...rest, ttlSeconds };
}

/**
 * Returns the pins of a run: the tools that the caller pins and everything that they use, each with its digest, and the
 * snapshot in force of each corpus.
 */
async function pinsOf(release: Release, principal: Principal, { corpora }: HeadState): Promise<Record<string, string>> {
  const named = (await release.summaries()).filter(({ id, version }) => principal.pins[id]?.includes(version));
  const names = named.flatMap(({ id, version, uses }) => [`${id}@${version}`, ...uses]);
  const snapshots = names.flatMap((name) => {
    const corpus = release.describe('Corpus', name)?.name;
    const snapshot = corpus === undefined ? undefined : corpora?.[corpus];
    return corpus === undefined || snapshot === undefined ? [] : [[corpus, snapshot] as const];
  });
  const digests = [...new Set(names)].map((name) => [name, release.pins[name] ?? ''] as const);
  return Object.fromEntries([...digests, ...snapshots].sort(([a], [b]) => (a < b ? -1 : 1)));
}
