import type { ActionKind, Sor } from '../../contract/artefacts.ts';
import { Failure } from '../../contract/failures.ts';
import { foundObject, type FoundObject } from '../../contract/found-object.ts';
import type { DispatchRecord } from '../../contract/ports.ts';

/** The found record that an Action rests on, with a version that the change can be made conditional on. */
export interface Basis {
  readonly record: DispatchRecord;
  readonly object: FoundObject['object'];
  readonly version: string;
}

/**
 * The platform's own record of the target: never the agent's words.
 * @throws Failure `basis.unfit`, `basis.too_old`
 */
export function basisOf(
  record: DispatchRecord,
  { kind, sor, resource, targetRef }: { kind: ActionKind; sor: Sor; resource: string; targetRef: string },
  atMillis: number,
): Basis {
  if (!kind.basis.tools.includes(record.event.tool)) throw unfit('the kind does not rest on this tool');
  const found = record.result === undefined ? undefined : foundObject.safeParse(JSON.parse(record.result));
  if (!found?.success) throw unfit('the event is no lookup that found its record');
  const { object, source, sourceVersion } = found.data;
  if (source.sor !== sor.id || source.resource !== resource || source.identifier !== targetRef) {
    throw unfit('the lookup is of another record than the target');
  }
  // If-Match compares strongly: a weak tag would never match (RFC 9110, 13.1.1).
  if (sourceVersion === undefined || sourceVersion.startsWith('W/')) {
    throw unfit('the source gave no version that a change can be made conditional on');
  }
  if (!(atMillis - Date.parse(record.event.at) <= kind.basis.maxAgeSeconds * 1000)) {
    throw new Failure('basis.too_old', `the lookup is older than ${kind.basis.maxAgeSeconds} s`, { pointer: '/basis' });
  }
  return { record, object, version: sourceVersion };
}

const unfit = (detail: string): Failure => new Failure('basis.unfit', detail, { pointer: '/basis' });
