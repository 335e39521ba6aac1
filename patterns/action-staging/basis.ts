import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { Failure } from '../../contract/failures.ts';
import { absentObject, foundObject, type FoundObject } from '../../contract/rows/found-object.ts';
import { absentVersion, internalTarget } from '../../contract/rows/objects.ts';
import type { DispatchRecord } from '../../contract/system.ts';

/** The record that an Action rests on, with a version that the change can be made conditional on. */
export interface Basis {
  readonly record: DispatchRecord;
  readonly object: FoundObject['object'];
  readonly version: string;
}

/** The change that the Action would make. */
interface Subject {
  readonly kind: ActionKind;
  readonly sor: string;
  readonly resource: string;
  readonly targetRef: string;
}

/**
 * The platform's own record of the target. It never comes from the agent's words.
 * @throws Failure `basis.unfit`, `basis.too_old`
 */
export function basisOf(record: DispatchRecord, subject: Subject, atMillis: number): Basis {
  const { kind, sor, resource, targetRef } = subject;
  if (!kind.basis.tools.includes(record.event.tool))
    throw unfit(`/basis: the event is of tool ${record.event.tool}. The kind accepts ${kind.basis.tools.join(', ')}`);
  const { object, source, version } = seenBy(record, subject);
  if (source.sor !== sor || source.resource !== resource || source.identifier !== targetRef) {
    throw unfit('/basis: the lookup is of another record than the target');
  }
  // If-Match compares strongly, so a weak tag would never match (RFC 9110, 13.1.1).
  if (version === undefined || version.startsWith('W/')) {
    throw unfit('/basis: the source gave no strong version (ETag), so a change cannot be made conditional on it');
  }
  if (!(atMillis - Date.parse(record.event.at) <= kind.basis.maxAgeSeconds * 1000)) {
    throw new Failure('basis.too_old', `/basis: the lookup is older than ${kind.basis.maxAgeSeconds} s`, {
      pointer: '/basis',
    });
  }
  return { record, object, version };
}

type Seen = Pick<FoundObject, 'object' | 'source'> & { readonly version: string | undefined };

/**
 * The looked-up record. If the kind creates one of the platform's own objects, it is the answer that the object does
 * not exist.
 */
function seenBy(record: DispatchRecord, { kind, sor }: Subject): Seen {
  const result: unknown = record.result === undefined ? undefined : JSON.parse(record.result);
  const found = foundObject.safeParse(result);
  if (found.success) {
    if (sor === internalTarget && kind.mutation === 'create')
      throw unfit('/basis: the object exists already, and the kind creates one');
    return { ...found.data, version: found.data.sourceVersion };
  }
  const absent = sor === internalTarget && kind.mutation !== 'replace' ? absentObject.safeParse(result) : undefined;
  if (!absent?.success) throw unfit('/basis: the event is not a lookup that found its record');
  return { object: {}, source: absent.data.source, version: String(absentVersion) };
}

const unfit = (detail: string): Failure => new Failure('basis.unfit', detail, { pointer: '/basis' });
