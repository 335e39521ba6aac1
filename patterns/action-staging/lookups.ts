import type { Action, SeenRecord } from '../../contract/rows/action.ts';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { Failure } from '../../contract/failures.ts';
import { foundObject } from '../../contract/rows/found-object.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import { valueAt } from '../../contract/values/pointers.ts';

/**
 * Another record, besides the target, on which an Action is based. The record is read again at commit, and validations
 * must have judged its values.
 */
export interface LookedUp {
  readonly record: DispatchRecord;
  readonly seen: SeenRecord;
  readonly object: unknown;
}

type Rule = NonNullable<ActionKind['lookups']>[string];

/**
 * Finds the lookups that the action kind requires in addition to the basis, by the names that the kind gives them. If
 * the call cites several lookups for one name, the newest counts. The data of the target, never the agent, determines
 * which record each lookup must have read.
 * @param target the target object as the basis found it
 * @param cited the records that the call cites
 * @throws Failure `basis.unfit`, `basis.too_old`
 */
export function lookupsOf(
  { lookups = {} }: Pick<ActionKind, 'lookups'>,
  target: unknown,
  { cited, atMillis }: { readonly cited: readonly DispatchRecord[]; readonly atMillis: number },
): ReadonlyMap<string, LookedUp> {
  const found = Object.entries(lookups).map(([name, rule]) => {
    const identifier = valueAt(target, rule.identifier);
    const newest = cited
      .flatMap((record) => lookedUp(record, rule) ?? [])
      .filter(({ seen }) => seen.ref === identifier)
      .sort((a, b) => Date.parse(b.record.event.at) - Date.parse(a.record.event.at))[0];
    if (!newest) throw unfit(name, rule);
    if (!(atMillis - Date.parse(newest.record.event.at) <= rule.maxAgeSeconds * 1000)) {
      throw new Failure(
        'basis.too_old',
        `/evidence: the lookup of the ${name} is older than ${rule.maxAgeSeconds} s. Look it up again`,
        {
          pointer: '/evidence',
        },
      );
    }
    return [name, newest] as const;
  });
  return new Map(found);
}

function lookedUp(record: DispatchRecord, { tools }: Rule): LookedUp | undefined {
  if (!tools.includes(record.event.tool)) return undefined;
  const found = foundObject.safeParse(record.result === undefined ? undefined : JSON.parse(record.result));
  if (!found.success) return undefined;
  const { object, source, sourceVersion } = found.data;
  if (sourceVersion === undefined) return undefined;
  const { sor, resource, identifier } = source;
  return {
    record,
    object,
    seen: { eventId: record.event.eventId, sor, resource, ref: identifier, version: sourceVersion },
  };
}

const unfit = (name: string, { tools, identifier }: Rule): Failure =>
  new Failure(
    'basis.unfit',
    `/evidence: no cited lookup by ${tools.join(' or ')} read the ${name} that the target names at ${identifier}`,
    { pointer: '/evidence' },
  );

/**
 * Returns the member in which the row of an Action keeps the lookups. If the kind requires no lookups, the row does not
 * have this member.
 */
export const seenRecords = (lookups: ReadonlyMap<string, LookedUp>): Pick<Action, 'lookups'> =>
  lookups.size === 0 ? {} : { lookups: Object.fromEntries([...lookups].map(([name, { seen }]) => [name, seen])) };

/**
 * Returns the pins of the SoR files that the lookups used. A later version of the platform can then tell whether it has
 * the same SoR files.
 */
export const pinsOfLookups = (lookups: ReadonlyMap<string, LookedUp>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...lookups.values()].flatMap(({ record, seen }) =>
      Object.entries(record.receipt.pins).filter(([name]) => name.startsWith(`${seen.sor}@`)),
    ),
  );
