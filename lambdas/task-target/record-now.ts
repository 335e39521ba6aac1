import { sorOf } from '../../action-plane/authored-release.ts';
import { lagsBehind } from '../../action-plane/target.ts';
import { outboundPath } from '../../adapters/sor/expand-path.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import { Failure } from '../../contract/failures.ts';
import type { Connectors } from '../../contract/ports.ts';
import type { Action, ActionCase } from '../../contract/rows/action.ts';
import { absentVersion, internalTarget, type Objects } from '../../contract/rows/objects.ts';
import { signatureOf } from '../../contract/schema/signature.ts';
import type { Release } from '../../contract/system.ts';
import { sourceObject } from '../../patterns/lookup/source-object.ts';
import { unavailable, unfit } from '../../patterns/lookup/unavailable.ts';

export interface RecordReaders {
  readonly connectors: Connectors<HttpSor>;
  readonly objects: Pick<Objects, 'get'>;
}

/** The target of an Action as it is now. */
export interface RecordNow {
  /** `unfit`: the record no longer matches the signature of the lookup that the Action rests on, so it is not shown. */
  readonly status: 'found' | 'not_found' | 'permission_denied' | 'unfit';
  readonly version?: string;
  readonly object?: unknown;
}

interface Asked {
  readonly action: Action;
  readonly authored: Release;
  readonly shown: Pick<ActionCase, 'basis'>;
}

/** The time limit for reading the record. */
const readMillis = 15_000;

/**
 * Reads the target of an Action once.
 * @throws Failure `dependency.unavailable` if the source gave no usable answer, `dependency.unfit` if a retry cannot
 * help, `run.pin_unavailable`
 */
export async function recordNow(
  { connectors, objects }: RecordReaders,
  asked: Asked,
  { at, deadlineAt }: { readonly at: number; readonly deadlineAt: number },
): Promise<RecordNow> {
  const { sor: name, resource, ref } = asked.action.target;
  if (name === internalTarget) {
    const object = await objects.get(resource, ref);
    if (!object) return { status: 'not_found', version: String(absentVersion) };
    return checked(asked, object.value, String(object.version));
  }
  const sor = await sorOf(asked.authored, asked.action);
  const path = sor?.resources[resource]?.path;
  if (!sor || path === undefined)
    throw new Failure('run.pin_unavailable', 'this build does not have the SoR file that the Action pins');
  const answer = await connectors.read(sor, {
    path: outboundPath(path, { id: ref }),
    deadlineAt: Math.min(at + readMillis, deadlineAt),
  });
  if (answer.kind === 'unavailable') {
    throw answer.lasting === undefined
      ? unavailable('lookup.source_unavailable', 'the source did not answer')
      : unfit(answer.lasting);
  }
  const { status, etag, headers, body } = answer;
  if (status === 401 || status === 403) return { status: 'permission_denied' };
  if (lagsBehind(headers, sor))
    throw unavailable('lookup.stale_replica', 'the replica of the source lags too far behind, or does not say how far');
  if (status === 404 || status === 410) return { status: 'not_found' };
  if (status !== 200)
    throw unavailable('lookup.source_unavailable', `the source answered with the unexpected status ${status}`);
  return checked(asked, sourceObject(body), etag);
}

/** Returns the record only if the lookup tool that the Action rests on could answer it too. */
async function checked(
  { action, authored, shown }: Asked,
  object: unknown,
  version: string | undefined,
): Promise<RecordNow> {
  const versioned = version === undefined ? {} : { version };
  const { sor, resource, ref } = action.target;
  const tool = await authored.tool(shown.basis.tool, shown.basis.version);
  const source = { sor, resource, identifier: ref };
  const result = { status: 'found', object, source, ...(version === undefined ? {} : { sourceVersion: version }) };
  return tool && signatureOf(tool).response(result).length === 0
    ? { status: 'found', ...versioned, object }
    : { status: 'unfit', ...versioned };
}
