import type { ReleaseEvent } from '../../contract/audit.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { HeadState } from '../../contract/system.ts';

type Change = Pick<ReleaseEvent, 'step' | 'subject' | 'snapshot' | 'replaces'>;

/** Makes one event for each change between two states of the head. */
export const headEvents = (
  before: HeadState | undefined,
  after: HeadState,
  nowMillis: number,
): readonly ReleaseEvent[] =>
  changes(before, after).map((change) => ({
    kind: 'release',
    eventId: ownEventId('release', newUuid()),
    at: new Date(nowMillis).toISOString(),
    // The actor is the platform, because the platform does not know which person made the change. CloudTrail records
    // who used the AWS credentials.
    actor: { kind: 'platform', id: 'release', name: 'release' },
    release: after.release,
    ...change,
  }));

function changes(before: HeadState | undefined, after: HeadState): readonly Change[] {
  const { release, withdrawn, suspended, corpora = {}, exports = {} } = after;
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
    ...moved(before?.suspended ?? [], suspended, ['suspended', 'resumed']),
  ];
}

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
