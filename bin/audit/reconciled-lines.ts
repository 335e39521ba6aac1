import type { EventName } from '../../audit-log/reconcile/event-item.ts';
import { findingsIn, type Reconciled, type SilentRequest } from '../../audit-log/reconcile/findings.ts';
import type { Cursor } from '../../audit-log/reconcile/reconciliation.ts';
import { ledgerSegments } from '../../audit-log/ledger-events.ts';
import { counted } from '../counted.ts';

/** Returns the lines that say what a comparison has found and what to do next. */
export function reconciledLines(found: Reconciled): readonly string[] {
  const { from, to, counts, missing, extra, different, withoutEvent, withoutEntry, withoutLine } = found;
  const access = counts.access === undefined ? '' : `, ${counted(counts.access, 'line')} in the access log`;
  return [
    `${from} to ${to}: ${counted(counts.ledger, 'event')} in the ledger, ${counted(counts.log, 'entry', 'entries')} in the audit log${access}`,
    ...missing.map((event) => `${named(event)} is in the ledger, but not in the audit log`),
    ...extra.map((event) => `${named(event)} is in the audit log more often than in the ledger`),
    ...different.map((event) => `${named(event)} differs between the ledger and the audit log`),
    ...withoutEvent.map((request) => `${asked(request)} has no event in the ledger`),
    ...withoutEntry.map((request) => `${asked(request)} has an event in the ledger, but no entry in the audit log`),
    ...withoutLine.map((id) => `request ${id} has an event, but the access log does not have it`),
    ...unnamed(found),
    ...(findingsIn(found) === 0 ? ['No difference was found'] : nextSteps(found)),
  ];
}

const named = ({ uuid, at, outcome }: EventName): string =>
  `event ${uuid} of ${at}${outcome === undefined ? '' : ` (${outcome})`}`;

const asked = ({ requestId, line }: SilentRequest): string =>
  `request ${requestId}${line ? ` of ${line.at}, ${line.route}, status ${line.status},` : ''}`;

function unnamed({ unreadable, hasMore, unequalHours }: Reconciled): readonly string[] {
  const hours = unequalHours.map(
    ({ hour, ledger, log }) => `${hour}: ${ledger} in the ledger, ${log} in the audit log`,
  );
  return [
    ...(unreadable.log === 0
      ? []
      : [`the audit log has ${counted(unreadable.log, 'entry', 'entries')} in a format that this build does not know`]),
    ...(unreadable.access === 0 ? [] : [`the access log has ${counted(unreadable.access, 'malformed line')}`]),
    ...(hasMore.events
      ? ['more events differ than can be named. The hours with different numbers are:', ...hours]
      : []),
    ...(hasMore.requests ? ['more requests differ than can be named. Compare shorter spans of time'] : []),
  ];
}

function nextSteps(found: Reconciled): readonly string[] {
  const { missing, extra, different, withoutEvent, withoutLine, hasMore } = found;
  const span = spanOfMissing(found);
  return [
    ...(missing.length === 0 && !hasMore.events
      ? []
      : [`Next: append what is missing: npx logic-plane audit redrive --from ${span.from} --to ${span.to}`]),
    ...(extra.length + different.length === 0
      ? []
      : [
          'Next: the ledger was changed or lost items. Do not run a redrive. Export and verify the log: it is the proof',
        ]),
    ...(withoutEvent.length === 0
      ? []
      : ['Next: look for the request id in the log of the function that serves the route']),
    ...(withoutLine.length === 0
      ? []
      : ['Next: look in CloudTrail who invoked the function without the gateway, or changed the access log']),
  ];
}

/** A span of whole seconds around the missing events or, if they cannot all be named, the compared span. */
function spanOfMissing({ from, to, missing, hasMore }: Reconciled): { readonly from: string; readonly to: string } {
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined || hasMore.events) return { from, to };
  return {
    from: `${first.at.slice(0, 19)}Z`,
    to: `${new Date(Date.parse(last.at) + 1000).toISOString().slice(0, 19)}Z`,
  };
}

/** Returns one line that says where a comparison is. */
export function cursorText(cursor: Cursor): string {
  if (cursor.reads === 'ledger') return `reads the ledger: ${cursor.segment} of ${ledgerSegments} segments are done`;
  if (cursor.reads === 'log') return `reads the audit log: it is at entry ${cursor.entry}`;
  return cursor.reads === 'nothing' ? 'is done' : `reads the ${cursor.reads}`;
}
