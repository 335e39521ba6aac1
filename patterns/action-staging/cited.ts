import { Failure } from '../../contract/failures.ts';
import type { DispatchRecord } from '../../contract/system.ts';

/** The records that a call cites, by event id. */
export interface Cited {
  /** Returns the record of an event that the call cites. @throws Failure `event.unknown` */
  record(event: string, pointer: string): DispatchRecord;
}

export function citedBy(records: readonly DispatchRecord[]): Cited {
  const byEvent = new Map(records.map((record) => [record.event.eventId, record]));
  return {
    record: (event, pointer) => {
      const record = byEvent.get(event);
      if (!record)
        throw new Failure(
          'event.unknown',
          `${pointer}: nothing with this id or name exists, or this caller may not use it here`,
          { pointer },
        );
      return record;
    },
  };
}
