import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { Failure } from '../../contract/failures.ts';
import { absentObject, foundObject, type FoundObject } from '../../contract/rows/found-object.ts';
import { absentVersion, internalTarget } from '../../contract/rows/objects.ts';
import type { DispatchRecord } from '../../contract/system.ts';

/** The record on which an Action is based, with a version that the change can be made conditional on. */
export interface Basis {
  readonly record: DispatchRecord;
  readonly object: FoundObject['object'];
  readonly version: string;
}

/** The kind of the change that the Action would make, and the target of the change. */
interface Subject {
  readonly kind: ActionKind;
  readonly sor: string;
  readonly resource: string;
  readonly targetRef: string;
}

/**
 * Checks the cited lookup and returns what the platform recorded about the target. Nothing is taken from the words of
 * the agent.
 * @throws Failure `basis.unfit`, `basis.too_old`
 */
export function basisOf(record: DispatchRecord, subject: Subject, atMillis: number): Basis {
  const { kind, sor, resource, targetRef } = subject;
  if (!kind.basis.tools.includes(record.event.tool))
    throw unfit(
      `/basis: the event is a call of ${record.event.tool}. Cite a call of a tool that the kind accepts: ${kind.basis.tools.join(', ')}`,
    );
  const { object, source, version } = seenBy(record, subject);
  if (source.sor !== sor || source.resource !== resource || source.identifier !== targetRef) {
    throw unfit('/basis: the lookup read another record than the target. Cite a lookup of the target');
  }
  // A weak tag never matches, because If-Match compares strongly (RFC 9110, 13.1.1).
  if (version === undefined || version.startsWith('W/')) {
    throw unfit(
      '/basis: the source gave no strong version (ETag) of the record, so the change cannot be made conditional on its version',
    );
  }
  if (!(atMillis - Date.parse(record.event.at) <= kind.basis.maxAgeSeconds * 1000)) {
    throw new Failure(
      'basis.too_old',
      `/basis: the lookup is older than ${kind.basis.maxAgeSeconds} s. Look the target up again`,
      {
        pointer: '/basis',
      },
    );
  }
  return { record, object, version };
}

type Seen = Pick<FoundObject, 'object' | 'source'> & { readonly version: string | undefined };

/**
 * Returns the looked-up record. If the action kind may create a live object and the lookup found none, returns an empty
 * object with the version that means "absent".
 */
function seenBy(record: DispatchRecord, { kind, sor }: Subject): Seen {
  const result: unknown = record.result === undefined ? undefined : JSON.parse(record.result);
  const found = foundObject.safeParse(result);
  if (found.success) {
    if (sor === internalTarget && kind.mutation === 'create')
      throw unfit('/basis: the object already exists, but the kind creates a new one');
    return { ...found.data, version: found.data.sourceVersion };
  }
  const absent = sor === internalTarget && kind.mutation !== 'replace' ? absentObject.safeParse(result) : undefined;
  if (!absent?.success) throw unfit('/basis: the event is not a lookup that found a record');
  return { object: {}, source: absent.data.source, version: String(absentVersion) };
}

const unfit = (detail: string): Failure => new Failure('basis.unfit', detail, { pointer: '/basis' });
