import { memoryWorld } from '../../../adapters/memory/world.ts';
import { MemoryDatabase } from '../../../adapters/memory/database.ts';
import type { Item } from '../../../adapters/tables/database.ts';
import { attachmentKey, isAttachmentKey } from '../../../adapters/tables/rows.ts';
import { storeLayouts } from '../../../contract/platform/stores.ts';
import type { Queue } from '../../../contract/artefacts/queue.ts';
import type { Attachment } from '../../../contract/rows/action.ts';
import type { Store } from '../../../contract/platform/functions.ts';
import { grantedPlane, openPlane } from '../../support/granted-plane.ts';
import {
  human,
  insurerRelease,
  noteAction,
  planeWorld,
  start,
  stagedAction,
  queue,
  type PlaneWorld,
} from '../../support/plane.ts';

/** The rows of an Action Plane at one stage, from which each cell gets a copy. */
export interface Stage {
  readonly items: ReadonlyMap<Store, readonly Item[]>;
  /** Payloads and cases that are in the content store. */
  readonly aside: readonly Attachment[];
  readonly actionId: string;
  readonly taskId: string;
  readonly digest: string;
}

/** A second queue of the kind. No approver of the first queue is a member. */
export const otherQueue: Queue = { ...queue, id: 'queue.second', groups: ['second-approvers'] };

export const release = insurerRelease({ queues: [otherQueue] });

type Made = Pick<PlaneWorld, 'world' | 'actionId' | 'taskId' | 'digest'>;

async function saved({ world, actionId, taskId, digest }: Made): Promise<Stage> {
  await world.headWriter.write(
    { release: release.id, withdrawn: [], suspended: [], telemetryKey: 'telemetry' },
    (await world.headWriter.read()).version,
  );
  const stores = Object.keys(storeLayouts) as Store[];
  const items = new Map(stores.map((store) => [store, world.stored.items(store)]));
  return { items, aside: [], actionId, taskId, digest };
}

/** Returns a database with the rows of a stage. */
export async function copyOf({ items }: Stage): Promise<MemoryDatabase> {
  const database = new MemoryDatabase();
  for (const [store, all] of items) for (const put of all) await database.write([{ put, in: store }]);
  return database;
}

/** Makes a stage at its first use. */
const lazily = (make: () => Promise<Made>): (() => Promise<Stage>) => {
  let stage: Promise<Stage> | undefined;
  return () => (stage ??= make().then(saved));
};

/** Returns a stage at which payload and case are too large for rows, so they are in the content store. */
const large = (stage: () => Promise<Stage>) => async (): Promise<Stage> => {
  const { items, ...others } = await stage();
  const [blobs = [], rows = []] = [true, false].map((isBlob) =>
    items.get('actions')?.filter(({ pk }) => isAttachmentKey(String(pk)) === isBlob),
  );
  const aside = blobs.map(({ pk, text }) => ({ hash: String(pk).slice(attachmentKey('').length), text: String(text) }));
  return { ...others, items: new Map([...items, ['actions', rows]]), aside };
};

/** Returns a stage before anybody has requested an approval. */
const withoutTask = (stage: () => Promise<Stage>) => async (): Promise<Stage> => {
  const { items, ...others } = await stage();
  return { ...others, items: new Map([...items, ['tasks', []]]) };
};

const note = { action: noteAction(0) } as const;
const requester = human('requester');
/** A human who staged an Action. Its groups are read from the user pool. */
const ofHuman = {
  action: { requester: { kind: requester.kind, id: requester.id, name: requester.name } },
  people: { requester: ['approvers'] },
} as const;
const withToken = async (plane: PlaneWorld): Promise<Made> => {
  await plane.store.storeToken(plane.taskId, { wait: 1, attempt: 0 }, 'token-0');
  return plane;
};
/** The lease of a claim that has just ended. */
const lease = { fencingToken: 1, untilMillis: start - 10_000 };
const sent = { state: 'outcome_unknown', attempts: 1, lease } as const;

const requested = lazily(() => planeWorld());
const open = lazily(() => openPlane());
const granted = lazily(() => grantedPlane());
const committed = lazily(() =>
  planeWorld({
    action: {
      state: 'committed',
      attempts: 1,
      sorReceipt: { status: 200, version: '"2"', at: stagedAction().stagedAt },
    },
  }),
);

export const stages = {
  empty: lazily(async () => {
    const world = memoryWorld({ release: release.id });
    return { world, actionId: '', taskId: '', digest: '' };
  }),
  staged: withoutTask(requested),
  requested,
  requestedNote: lazily(() => planeWorld(note)),
  open,
  openLarge: large(open),
  openOfTwoQueues: lazily(() => openPlane({ action: { approval: { queues: [queue.id, otherQueue.id], quorum: 1 } } })),
  openOfHuman: lazily(() => openPlane(ofHuman)),
  grantedOfHuman: lazily(() => grantedPlane(ofHuman)),
  waiting: lazily(async () => withToken(await openPlane())),
  granted,
  grantedLarge: large(granted),
  grantedWaiting: lazily(async () => withToken(await grantedPlane())),
  grantedNote: lazily(() => grantedPlane(note)),
  committed,
  committedLarge: large(committed),
  unknown: lazily(() => planeWorld({ action: sent })),
  operators: lazily(() => planeWorld({ action: { ...sent, taskId: 'task-1', reconciliations: 64 } })),
} as const satisfies Readonly<Record<string, () => Promise<Stage>>>;
