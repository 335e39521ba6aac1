import { vi } from 'vitest';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { MemoryContent } from '../../../adapters/memory/content.ts';
import type { MemoryDatabase } from '../../../adapters/memory/database.ts';
import { quietObserver } from '../../../adapters/memory/observer.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import { head } from '../../../adapters/tables/head.ts';
import { ledger } from '../../../adapters/tables/ledger.ts';
import { objects } from '../../../adapters/tables/objects.ts';
import { owners } from '../../../adapters/tables/owners.ts';
import { sources } from '../../../adapters/tables/sources.ts';
import { threads } from '../../../adapters/tables/threads.ts';
import { rowLists } from '../../../adapters/tables/row-lists.ts';
import type { Executions } from '../../../adapters/aws/executions.ts';
import type { TaskTokens } from '../../../adapters/aws/task-tokens.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { Notification } from '../../../contract/rows/notification.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { sorSender } from '../../../lambdas/action-plane/commit-send/sor-sender.ts';
import { peopleOf } from '../../support/people.ts';
import { sor as sorFile } from '../../support/plane.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { SimulatedSor } from '../../support/simulated-sor.ts';
import type { Outside } from '../outside.ts';
import type { FunctionName } from '../ports.ts';
import type { World } from '../scene.ts';
import { connectorsOver, secretsOver, sorAnswering } from './records.ts';
import { copyOf, release, type Stage } from './stage.ts';

const pdp = cedarPdp();

/** The world around an Action Plane, and the effects that arrived in it. */
export interface Plane {
  readonly stage: Stage;
  readonly stored: MemoryDatabase;
  readonly content: MemoryContent;
  readonly sor: SimulatedSor;
  /** The names of the executions that were started. A scene may add one that is running at its start. */
  readonly executions: string[];
  /** The task tokens whose wait was resumed. */
  readonly resumed: readonly string[];
  /**
   * The notifications that subscribers got, or will get from the queue of retries. A receiver drops what comes twice, so
   * each id counts once.
   */
  readonly notified: ReadonlyMap<string, Notification>;
}

/** Makes a world from a stage. `of` says what a function makes of it. */
export async function planeOf<F extends FunctionName>(
  stage: Stage,
  of: (plane: Plane) => Pick<World<F>, 'ports' | 'invoke'> & Partial<World<F>>,
): Promise<World<F>> {
  const [stored, content, sor] = [await copyOf(stage), new MemoryContent(), new SimulatedSor(sorFile, Date.now)];
  for (const { hash, text } of stage.aside) await content.put('payloads', hash, Buffer.from(text));
  const [started, resumed]: [string[], string[]] = [[], []];
  const notified = new Map<string, Notification>();
  const plane: Plane = { stage, stored, content, sor, executions: started, resumed, notified };
  const rowsOf = (table: 'actions' | 'tasks' | 'decisions', prefix: string): readonly string[] =>
    stored.items(table).flatMap(({ pk, row }) => (String(pk).startsWith(prefix) ? [String(row)] : []));
  const events = (): readonly AuditEvent[] =>
    stored.items('ledger').map((item) => JSON.parse(String(item['event'])) as AuditEvent);
  const before = { decisions: rowsOf('decisions', '').length };
  return {
    outside: {
      database: stored,
      content,
      library: libraryOf(release),
      pdp,
      observer: quietObserver,
      clock: { now: Date.now },
      secretStore: { fetch: async () => 'credential-of-a-test' },
      sor: sorAnswering(sor, sor.send),
      userPool: peopleOf({ adjuster: ['approvers'], requester: ['approvers'] }),
      tokens: tokensInto(resumed),
      executions: executionsInto(started),
      notifier: {
        publish: async (some) => {
          for (const one of some) notified.set(one.id, one);
          return [];
        },
      },
      retryQueue: {
        add: async (some) => {
          for (const one of some) notified.set(one.id, one);
        },
      },
      presigner: {
        sign: async () => ({ url: 'https://upload.example', headers: {} }),
        link: async () => 'https://content.example',
      },
      alarms: { failed: () => {}, setAside: () => {}, found: () => {} },
      sleeper: { sleep: async (millis) => void vi.setSystemTime(Date.now() + millis) },
    },
    effects: () => ({
      actions: rowsOf('actions', 'act-').length,
      tasks: rowsOf('tasks', 'task-').length,
      decisions: rowsOf('decisions', '').length - before.decisions,
      objects: stored.items('objects').length,
      entries: stored.items('threads').length,
      changes: sor.applied.length,
      executions: started.length,
      resumed: resumed.length,
      notified: notified.size,
    }),
    events,
    state: () => ({
      actions: rowsOf('actions', 'act-').map((text) => (JSON.parse(text) as Action).state),
      tasks: rowsOf('tasks', 'task-').map((text) => (JSON.parse(text) as Task).state),
      decisions: rowsOf('decisions', '').length - before.decisions,
      objects: stored.items('objects').length,
      changes: sor.applied.length,
      executions: started,
      notified: [...notified.values()],
      unreported: rowsOf('actions', 'act-').map((text) => unreported(JSON.parse(text) as Action, events())),
    }),
    ...of(plane),
  };
}

/** Returns how many versions of an Action have no event of their own. */
function unreported({ id, version }: Action, events: readonly AuditEvent[]): number {
  const versions = events.flatMap((event) => {
    const isStep = event.kind === 'transition' || event.kind === 'decision';
    return isStep && event.actionId === id && event.actionVersion !== undefined ? [event.actionVersion] : [];
  });
  return version - new Set(versions).size;
}

function tokensInto(resumed: string[]): TaskTokens {
  return {
    async resume(token) {
      if (resumed.includes(token)) return 'gone';
      resumed.push(token);
      return 'resumed';
    },
  };
}

function executionsInto(started: string[]): Executions {
  return {
    async start({ id, generation }) {
      const name = `${id}-${generation}`;
      if (started.includes(name)) return { found: 'earlier', status: 'RUNNING' };
      started.push(name);
      return { found: 'started' };
    },
  };
}

/** The ports of the platform's functions, as their `index.ts` makes them. */
export function portsOver(outside: Outside) {
  const { database, content, library, clock } = outside;
  return {
    ledger: ledger(database, content),
    head: head(database, { initial: release.id, now: clock.now }),
    store: actionPlaneStore(database, content, clock.now),
    lists: rowLists(database, content),
    objects: objects(database, clock.now),
    sources: sources(database, content, clock.now),
    content,
    downloads: outside.presigner.link,
    owners: owners(database),
    threads: threads(database),
    library,
    pdp: outside.pdp,
    observer: outside.observer,
    people: outside.userPool,
    tokens: outside.tokens,
    executions: outside.executions,
    connectors: connectorsOver(outside),
    sender: sorSender(secretsOver(outside), outside.sor.change),
    notifications: outside.notifier,
    waiting: outside.retryQueue,
    failed: outside.alarms.failed,
    setAside: outside.alarms.setAside,
    sleep: outside.sleeper.sleep,
    now: clock.now,
    uuid: newUuid,
    engine: 'engine-1',
    machineArn: 'arn:machine',
  };
}
