import type { ContentArea } from '../rows/content.ts';

/**
 * Every deployed function that is not a tool: its routes, what it may do with which store, its secret, what it may call.
 * `lib/grants` turns this table into cloud permissions. What is not in the table is denied. Tool functions have their rows by
 * effect class (`effects.ts`).
 */
export const platformFunctions = {
  runs: {
    routes: ['POST /v1/runs', 'GET /v1/runs/{id}'],
    stores: { runs: ['read', 'put'], audit: ['read', 'query'], ledger: ['put'], head: ['read'] },
  },
  actions: {
    routes: ['GET /v1/actions/{id}', 'GET /v1/actions'],
    stores: { actions: ['read'], tasks: ['read'], ledger: ['put'], head: ['read'] },
  },
  tasks: {
    routes: ['GET /v1/tasks', 'GET /v1/tasks/{id}'],
    stores: { tasks: ['read', 'query'], actions: ['read'], ledger: ['put'], head: ['read'] },
    content: { read: ['payloads'] },
  },
  decide: {
    routes: ['POST /v1/tasks/{id}/decision'],
    stores: {
      tasks: ['read', 'update'],
      actions: ['read', 'update'],
      decisions: ['put'],
      ledger: ['put'],
      head: ['read'],
    },
    decisionKinds: ['approval.granted', 'approval.denied'],
    calls: ['resumeWait'],
  },
  withdraw: {
    routes: ['POST /v1/actions/{id}/withdraw'],
    stores: {
      tasks: ['read', 'update'],
      actions: ['read', 'update'],
      decisions: ['put'],
      ledger: ['put'],
      head: ['read'],
    },
    decisionKinds: ['action.withdrawn'],
    calls: ['resumeWait'],
  },
  compensate: {
    routes: ['POST /v1/actions/{id}/compensate'],
    stores: {
      actions: ['read', 'put', 'update'],
      decisions: ['put'],
      ledger: ['put'],
      head: ['read'],
    },
    content: { read: ['payloads'], write: ['payloads'] },
    decisionKinds: ['action.compensation'],
  },
  resolve: {
    routes: ['POST /v1/actions/{id}/resolve'],
    stores: { actions: ['read', 'update'], decisions: ['put'], ledger: ['put'], head: ['read'] },
    decisionKinds: ['action.resolved'],
  },
  sources: {
    routes: ['POST /v1/sources', 'GET /v1/sources/{id}'],
    stores: { sources: ['read', 'put', 'update'], ledger: ['put'], head: ['read'] },
    content: { write: ['sources'] },
  },
  // Turns uploads into text. A part of a source, such as an attachment, becomes a source too.
  'source-text': {
    uploads: 'sources',
    stores: { sources: ['read', 'put', 'update'], ledger: ['put'] },
    content: { read: ['sources'], write: ['sources', 'texts'] },
  },
  audit: {
    routes: ['GET /v1/audit/events'],
    stores: { audit: ['read', 'query'], ledger: ['put'], head: ['read'] },
  },
  catalog: {
    routes: ['GET /v1/tools', 'GET /v1/tools/{tool}', '$default'],
    stores: { ledger: ['put'], head: ['read'] },
  },
  'audit-stream': {
    stream: { store: 'ledger' },
    stores: { audit: ['put'], log: ['read', 'put'], head: ['read'] },
    auditLog: 'append',
  },
  'audit-seal': {
    everyMinute: true,
    stores: { log: ['read', 'put'] },
    auditLog: 'seal',
  },
  'approval-start': {
    stream: { store: 'ledger', effect: 'Task', decisions: true },
    stores: { tasks: ['read'], actions: ['read'] },
    calls: ['startApproval', 'findApproval', 'resumeWait'],
  },
  'approval-verify': {
    stores: {
      tasks: ['read', 'update'],
      objects: ['read'],
      actions: ['read', 'update'],
      decisions: ['put'],
      ledger: ['put'],
      head: ['read'],
    },
    decisionKinds: ['action.voided'],
    secret: 'read',
  },
  'approval-wait': {
    stores: { tasks: ['read', 'update'] },
    calls: ['resumeWait'],
  },
  'approval-expire': {
    stores: {
      tasks: ['read', 'update'],
      actions: ['read', 'update'],
      decisions: ['put'],
      ledger: ['put'],
    },
    decisionKinds: ['approval.expired'],
  },
  // Ends what was staged and forgotten.
  'staged-expire': {
    everyMinute: true,
    stores: {
      tasks: ['read', 'update'],
      actions: ['read', 'query', 'update'],
      decisions: ['put'],
      ledger: ['put'],
    },
    decisionKinds: ['action.expired', 'approval.expired'],
  },
  'commit-send': {
    stores: {
      tasks: ['read'],
      actions: ['read', 'update'],
      objects: ['read', 'put'],
      decisions: ['read', 'put'],
      ledger: ['put'],
      head: ['read'],
    },
    content: { read: ['payloads'] },
    decisionKinds: ['action.voided'],
    secret: 'write',
  },
  'commit-reconcile': {
    stores: { actions: ['read', 'update'], decisions: ['put'], ledger: ['put'] },
    decisionKinds: ['action.voided'],
    secret: 'read',
  },
  release: {
    stores: { head: ['read', 'put'], ledger: ['put'] },
  },
} as const satisfies Record<string, PlatformFunction>;

export type Store =
  | 'ledger'
  | 'actions'
  | 'tasks'
  | 'decisions'
  | 'runs'
  | 'sources'
  | 'objects'
  | 'head'
  | 'audit'
  | 'log';
/** The uses of a store: read an item, read many items in one request, put an item, change an item, query an index. */
export type StoreUse = 'read' | 'readMany' | 'put' | 'update' | 'query';
/** Answers a wait for a decision, begins an approval, or finds the state of an earlier approval. */
export type MachineCall = 'resumeWait' | 'startApproval' | 'findApproval';

/** Method and path, or `$default` for everything that no other route matches. */
export type Route = '$default' | `${'GET' | 'POST'} /v1/${string}`;

export interface PlatformFunction {
  readonly routes?: readonly Route[];
  /** Consumes the store's stream. With `effect`, only dispatch records that put such a row; with `decisions`, Decisions too. */
  readonly stream?: { readonly store: 'ledger'; readonly effect?: 'Task'; readonly decisions?: true };
  /** Is invoked once a minute. */
  readonly everyMinute?: true;
  /** Its work on the objects of the transparency log: it appends batches, or derives and signs the tree. */
  readonly auditLog?: 'append' | 'seal';
  /** Is invoked for every object that is put into this area of the content store. */
  readonly uploads?: ContentArea;
  readonly stores: Partial<Record<Store, readonly StoreUse[]>>;
  /** Areas of the content store that it reads and writes. */
  readonly content?: ContentGrant;
  /** The kinds of Decision that it may put: the key of a decision begins with its kind. */
  readonly decisionKinds?: readonly string[];
  /**
   * The one of an SoR's two secrets that it reads. It then has egress to the origins of the SoR files. No function
   * reads both secrets.
   */
  readonly secret?: 'read' | 'write';
  readonly calls?: readonly MachineCall[];
}

export interface ContentGrant {
  readonly read?: readonly ContentArea[];
  readonly write?: readonly ContentArea[];
}
export type PlatformFunctionName = keyof typeof platformFunctions;

/** The functions that the API calls, and the routes of each. */
export type RoutedFunction = {
  [F in PlatformFunctionName]: (typeof platformFunctions)[F] extends { readonly routes: readonly Route[] } ? F : never;
}[PlatformFunctionName];
export type RouteOf<F extends RoutedFunction> = (typeof platformFunctions)[F]['routes'][number];

/** The stores of every tool function, and what a port, an effect or a kind of reference adds. */
export const toolStores = {
  always: { ledger: ['read', 'put'], head: ['read'], runs: ['read'] },
  /** Its own results that do not fit into a record. */
  content: { read: ['results'], write: ['results'] },
  ports: {
    /** The grants for a model depend on the models that the release's extractors name. */
    model: {},
    corpora: { content: { read: ['corpora'] } },
    connectors: { secret: 'read' },
    /** Reads the ledger under the prefix of every tool function. */
    dispatches: { ledger: ['readMany'] },
    actions: { actions: ['readMany'], tasks: ['readMany'] },
    objects: { objects: ['read', 'query'] },
    /** Every read-internal function has this port. Only a function whose tools name exported types gets `exported`. */
    exports: {},
  },
  effects: {
    Action: { actions: ['put'], content: { write: ['payloads'] } },
    Task: { tasks: ['put'], content: { write: ['payloads'] } },
  },
  /**
   * A function whose tools query exported objects reads the list of a type's snapshots. It reads the rest by queries.
   */
  exported: { content: { read: ['exports'] } },
  /** For patterns with a slot of this kind: rows before the PDP decides, texts after it. Sources are never written. */
  refs: { Source: { sources: ['readMany'], content: { read: ['texts'] } } },
} as const;
