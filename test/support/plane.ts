import type { Downloads } from '../../adapters/aws/s3-downloads.ts';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { memoryWorld } from '../../adapters/memory/world.ts';
import { putAction, putTask, attachmentItem } from '../../adapters/tables/rows.ts';
import type { Action, ActionCase } from '../../contract/rows/action.ts';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import type { Artefacts } from '../../contract/artefacts/artefacts.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { canonicalJson, hashOf, sha256 } from '../../contract/values/canonical.ts';
import { approvalDigest } from '../../contract/rows/approval-digest.ts';
import type { Caller, Definition } from '../../contract/authority/identity.ts';
import { actionId, newUuid, taskId } from '../../contract/dispatch/keys.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import type { HeadState, Release } from '../../contract/system.ts';
import type { Decision, Task } from '../../contract/rows/task.ts';
import { bound, peopleOf } from './people.ts';
import { policiesOf } from './policies.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import { releaseOf } from './release.ts';
import { recordOf } from './tools.ts';

export const start = Date.parse('2026-03-02T09:00:00.000Z');
export const permit = (id: string): string =>
  `@id("${id}") permit (principal, action, resource) when { principal.purposes.contains("claims.adjustment") };`;

export const sor: HttpSor = {
  id: 'sor.policy-admin',
  version: '1.0.0',
  engine: 'http',
  origin: 'https://policy-admin.example',
  network: 'public',
  cidrs: [],
  timeoutMillis: 3000,
  settlesWithinMillis: 2000,
  resources: { claim: { path: '/claims/{id}' } },
  mutations: { 'set-reserve': { method: 'PUT', path: '/claims/{id}/reserve', resource: 'claim' } },
  changes: { path: '/changes/{ref}' },
};

const { changes: _changes, ...unasked } = sor;
/** A system of record that cannot say whether it applied a change. */
export const blindSor: HttpSor = unasked;

export const kind: ActionKind = {
  id: 'action.reserve-change',
  version: '1.0.0',
  title: 'Change a reserve',
  targetSor: sor.id,
  mutation: 'set-reserve',
  basis: { tools: ['tool.claim.lookup'], maxAgeSeconds: 3600 },
  shows: [],
  approval: { queues: ['queue.claims'], quorum: 1 },
  stagedForSeconds: 72 * 3600,
  compensation: {
    kind: 'action.reserve-restore',
    payload: {
      '/amount': { object: '/reserve' },
      '/currency': { payload: '/currency' },
      '/reason': { text: 'undone' },
    },
  },
};

/** The action kind that undoes a change of a reserve. */
export const restoreKind: ActionKind = {
  ...kind,
  id: 'action.reserve-restore',
  shows: [{ label: 'Reserve', payload: '/amount', object: '/reserve' }],
  compensation: { none: 'it is an undoing' },
};

/** An action kind whose Actions put a live object. */
export const noteKind: ActionKind = {
  ...kind,
  id: 'action.note-file',
  targetSor: 'objects',
  mutation: 'put',
  object: { type: 'Note', key: 'noteId', draft: '/note' },
  basis: { tools: ['tool.note.lookup'], maxAgeSeconds: 3600 },
};

export const notePayload = {
  note: {
    status: 'draft',
    draftType: 'Note',
    template: 'template.note@1.0.0',
    content: { noteId: 'N-1', text: 'reserve raised after the second opinion' },
    contentHash: hashOf({ noteId: 'N-1', text: 'reserve raised after the second opinion' }),
  },
};

/**
 * Returns the members of an Action that puts the note.
 *
 * @param version the version of the note on which the Action is based; 0 if the note does not exist
 */
export const noteAction = (version: number): Partial<Action> => ({
  kind: noteKind.id,
  target: { sor: 'objects', resource: 'Note', ref: 'N-1', version: String(version) },
  payloadHash: hashOf(notePayload),
});

export const queue: Queue = {
  id: 'queue.claims',
  version: '1.0.0',
  title: 'Claims',
  groups: ['approvers'],
  slaSeconds: 3600,
};

export const agent: Caller = { kind: 'agent', id: 'claims-agent', name: 'claims-agent', groups: [] };
export const human = (name: string, groups: readonly string[] = ['approvers']): Caller => ({
  kind: 'human',
  id: `sub-${name}`,
  name,
  groups,
});

const tool = recordOf(
  'tool.reserve.stage',
  { pattern: 'action-staging', effectClass: 'stage' },
  {
    scopes: ['reserve.stage'],
    markings: ['pii.medium'],
    purposes: ['claims.adjustment'],
  },
);

const holder: Definition = {
  id: 'claims-agent',
  owner: 'adjuster',
  scopes: ['reserve.stage'],
  clearances: ['pii.medium'],
  purposes: ['claims.adjustment'],
  tools: { [tool.id]: tool.version },
};

export interface PlaneOptions {
  readonly sor?: HttpSor;
  readonly definition?: Partial<Definition>;
  readonly policies?: string;
  readonly kind?: Partial<ActionKind>;
  readonly tool?: Partial<typeof tool>;
  /** Tools besides the one that stages. */
  readonly tools?: readonly ToolVersion[];
  /** Queues besides the usual one. */
  readonly queues?: readonly Queue[];
  readonly id?: string;
}

/** Makes the release of an insurer with one tool, one SoR, three action kinds and one queue. */
export function insurerRelease(options: PlaneOptions = {}): Release {
  const artefact = (name: keyof Artefacts, content: Artefacts[keyof Artefacts]) => ({
    descriptor: { kind: name, name: content.id, version: content.version, digest: hashOf(content), markings: [] },
    content,
  });
  return releaseOf({
    id: options.id ?? 'release-1',
    tools: [{ ...tool, ...options.tool }, ...(options.tools ?? [])].map((record) => ({ record })),
    artefacts: [
      artefact('Sor', options.sor ?? sor),
      artefact('ActionKind', { ...kind, ...options.kind }),
      artefact('ActionKind', restoreKind),
      artefact('ActionKind', noteKind),
      ...[queue, ...(options.queues ?? [])].map((one) => artefact('Queue', one)),
    ],
    agents: { 'claims-agent': { ...holder, ...options.definition } },
    groups: {
      approvers: { ...holder, id: 'approvers' },
      'second-approvers': { ...holder, id: 'second-approvers' },
      operators: { ...holder, id: 'operators' },
      auditors: { ...holder, id: 'auditors' },
      uncleared: { ...holder, id: 'uncleared', clearances: [] },
    },
    policies: policiesOf(options.policies ?? permit('permit.claims')),
  });
}

export const payload = { amount: '1500.00', currency: 'TRY', reason: 'second opinion' };
export const shownCase: ActionCase = {
  rationale: 'the repair costs more',
  basis: { eventId: 'basis', tool: 'tool.claim.lookup', version: '1.0.0', object: { reserve: '1000.00' } },
  evidence: [],
  drafts: {},
  changes: [{ label: 'Reserve', from: '1000.00', to: '1500.00' }],
};

export function stagedAction(more: Partial<Action> = {}): Action {
  return {
    id: actionId(sha256('reserve')),
    state: 'staged',
    version: 1,
    kind: kind.id,
    kindVersion: kind.version,
    release: 'release-1',
    tool: tool.id,
    toolVersion: tool.version,
    requester: { kind: agent.kind, id: agent.id, name: agent.name },
    owner: 'adjuster',
    runId: 'run-1',
    purpose: 'claims.adjustment',
    target: { sor: sor.id, resource: 'claim', ref: 'CLM-1', version: '"1"' },
    payloadHash: hashOf(payload),
    caseHash: hashOf(shownCase),
    authoring: { eventId: 'authoring', basis: 'basis', at: new Date(start).toISOString(), policies: [], pins: {} },
    approval: { queues: [queue.id], quorum: 1 },
    markings: ['pii.medium'],
    stagedAt: new Date(start).toISOString(),
    stagedUntil: new Date(start + 72 * 3600_000).toISOString(),
    round: 1,
    attempts: 0,
    reconciliations: 0,
    ...more,
  };
}

export function requestedTask(action: Action, more: Partial<Task> = {}): Task {
  const dueAt = new Date(start + queue.slaSeconds * 1000).toISOString();
  return {
    id: taskId(action.id, action.round),
    state: 'requested',
    version: 1,
    actionId: action.id,
    round: action.round,
    queue: queue.id,
    groups: queue.groups,
    quorum: action.approval.quorum,
    digest: approvalDigest(action, more.dueAt ?? dueAt),
    requestedBy: action.requester,
    requestedAt: new Date(start).toISOString(),
    slaSeconds: queue.slaSeconds,
    dueAt,
    runId: action.runId,
    purpose: action.purpose,
    release: action.release,
    markings: action.markings,
    grants: [],
    wait: 0,
    ...more,
  };
}

/** Makes an Action Plane in memory that has one Action and its requested Task. */
export async function planeWorld(
  options: {
    readonly now?: () => number;
    readonly action?: Partial<Action>;
    readonly task?: Partial<Task>;
    readonly release?: Release;
    readonly others?: readonly Release[];
    /** Groups of the logins in the user pool. */
    readonly people?: Readonly<Record<string, readonly string[]>>;
    /** Live objects that exist at the start. */
    readonly objects?: readonly OntologyObject[];
  } = {},
) {
  const { now = () => start, release = insurerRelease(), others = [], objects = [] } = options;
  const world = memoryWorld({ release: release.id, now });
  const action = stagedAction(options.action);
  const task = requestedTask(action, options.task);
  await world.stored.write([
    putAction(action),
    putTask(task),
    ...[options.action?.kind === noteKind.id ? notePayload : payload, shownCase].map((value) => ({
      put: attachmentItem({ hash: hashOf(value), text: canonicalJson(value) }),
      in: 'actions' as const,
    })),
  ]);
  await bound(world.stored, 'adjuster');
  if (objects.length > 0) await world.objectWriter.put(objects);
  const rows = (table: 'decisions' | 'ledger', member: string): readonly unknown[] =>
    world.stored.items(table).map((item): unknown => JSON.parse(String(item[member])));
  const row = async (table: 'actions' | 'tasks', id: string): Promise<unknown> =>
    JSON.parse(String((await world.stored.get(table, id))?.['row']));
  let inForce: HeadState = { release: release.id, withdrawn: [], suspended: [], telemetryKey: 'a telemetry key' };
  return {
    world,
    store: world.actionPlane,
    lists: world.lists,
    sources: world.sources,
    content: world.content,
    downloads: async ({ area, name }: Parameters<Downloads>[0], seconds: number) =>
      `https://content.example/${area}/${name}?expires=${seconds}`,
    objects: world.objects,
    ledger: world.ledger,
    head: { current: async () => inForce },
    putInForce: (state: Partial<HeadState>) => {
      inForce = { ...inForce, ...state };
    },
    library: libraryOf(release, ...others),
    pdp: cedarPdp(),
    owners: world.owners,
    people: peopleOf({ adjuster: ['approvers'], ...options.people }),
    release,
    uuid: newUuid,
    now,
    action: async () => (await row('actions', action.id)) as Action,
    task: async () => (await row('tasks', task.id)) as Task,
    actionId: action.id,
    taskId: task.id,
    digest: task.digest,
    /** The target's version and the content at the time of the request: a grant is bound to them. */
    granted: { version: action.target.version, payloadHash: action.payloadHash },
    decisions: () => rows('decisions', 'row') as readonly Decision[],
    events: () => rows('ledger', 'event') as readonly AuditEvent[],
  };
}
export type PlaneWorld = Awaited<ReturnType<typeof planeWorld>>;
