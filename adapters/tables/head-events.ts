import type { ReleaseEvent } from '../../contract/audit.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { Suspension } from '../../contract/authority/suspension.ts';
import type { HeadState } from '../../contract/system.ts';
import { rowText } from './item.ts';

/** When a change of the head is made, who makes it, and why something is resumed. */
export interface HeadChange {
  readonly atMillis: number;
  /** @default the platform */
  readonly by?: Actor | undefined;
  readonly reason?: string | undefined;
}

type Change = Pick<ReleaseEvent, 'step' | 'subject' | 'snapshot' | 'replaces' | 'reason' | 'holdUntil'>;

/** The actor of a deploy, and of a command that does not ask whose AWS credentials it uses. */
const releaseActor: Actor = { kind: 'platform', id: 'release', name: 'release' };

/** Makes one event for each change between two states of the head. */
export const headEvents = (
  before: HeadState | undefined,
  after: HeadState,
  { atMillis, by = releaseActor, reason }: HeadChange,
): readonly ReleaseEvent[] =>
  changes(before, after, reason).map((change) => ({
    kind: 'release',
    eventId: ownEventId('release', newUuid()),
    at: new Date(atMillis).toISOString(),
    actor: by,
    release: after.release,
    ...change,
  }));

function changes(before: HeadState | undefined, after: HeadState, reason: string | undefined): readonly Change[] {
  const { release, withdrawn, corpora = {}, exports = {} } = after;
  const exported = Object.entries(exports).filter(([type, snapshot]) => before?.exports?.[type] !== snapshot);
  const published = Object.entries(corpora).filter(([corpus, snapshot]) => before?.corpora?.[corpus] !== snapshot);
  return [
    ...(before?.release === release
      ? []
      : ([{ step: 'released', subject: release, ...replacing(before?.release) }] as const)),
    ...published.map(
      ([subject, snapshot]) =>
        ({ step: 'published', subject, snapshot, ...replacing(before?.corpora?.[subject]) }) as const,
    ),
    ...exported.map(
      ([subject, snapshot]) =>
        ({ step: 'exported', subject, snapshot, ...replacing(before?.exports?.[subject]) }) as const,
    ),
    ...(isRekeyed(before, after) ? ([{ step: 'rekeyed', subject: 'telemetry' }] as const) : []),
    ...moved(before?.withdrawn ?? [], withdrawn, ['withdrawn', 'reinstated']),
    ...suspensionChanges(before, after, reason),
  ];
}

/** A suspension whose details are replaced counts as a new one. */
function suspensionChanges(
  before: HeadState | undefined,
  { suspended, suspensions = {} }: HeadState,
  reason: string | undefined,
): readonly Change[] {
  const earlier = before?.suspended ?? [];
  const isNew = (name: string): boolean =>
    !earlier.includes(name) || rowText(suspensions[name] ?? {}) !== rowText(before?.suspensions?.[name] ?? {});
  return [
    ...suspended
      .filter(isNew)
      .map((subject) => ({ step: 'suspended', subject, ...told(suspensions[subject]) }) as const),
    ...earlier
      .filter((name) => !suspended.includes(name))
      .map((subject) => ({ step: 'resumed', subject, ...(reason === undefined ? {} : { reason }) }) as const),
  ];
}

const told = (suspension: Suspension | undefined): Pick<Change, 'reason' | 'holdUntil'> =>
  suspension === undefined ? {} : { reason: suspension.reason, holdUntil: suspension.holdUntil };

/** True if a new telemetry key replaces an earlier one. The first key of a deployment replaces no key. */
const isRekeyed = (before: HeadState | undefined, { telemetryKey }: HeadState): boolean =>
  before?.telemetryKey !== undefined && before.telemetryKey !== telemetryKey;

const replacing = (replaces: string | undefined): Pick<Change, 'replaces'> =>
  replaces === undefined ? {} : { replaces };

const moved = (
  before: readonly string[],
  after: readonly string[],
  [listed, freed]: readonly [Change['step'], Change['step']],
): readonly Change[] => [
  ...after.filter((name) => !before.includes(name)).map((subject) => ({ step: listed, subject })),
  ...before.filter((name) => !after.includes(name)).map((subject) => ({ step: freed, subject })),
];
