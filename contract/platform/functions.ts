import type { ContentArea } from '../rows/content.ts';

/**
 * Every deployed function that is no tool: the stores it may touch and how, its routes, its secret, what it may call.
 * `lib/` turns this table into grants; a verb that does not stand here is denied. Tool functions have their rows by effect
 * class (`effects.ts`).
 */
export const platformFunctions = {
  runs: {
    routes: ['POST /v1/runs', 'GET /v1/runs/{id}'],
    stores: { runs: ['GetItem', 'PutItem'], audit: ['GetItem', 'Query'], ledger: ['PutItem'], head: ['GetItem'] },
  },
  actions: {
    routes: ['GET /v1/actions/{id}', 'GET /v1/actions'],
    stores: { actions: ['GetItem'], tasks: ['GetItem'], ledger: ['PutItem'], head: ['GetItem'] },
  },
  tasks: {
    routes: ['GET /v1/tasks', 'GET /v1/tasks/{id}'],
    stores: { tasks: ['GetItem', 'Query'], actions: ['GetItem'], ledger: ['PutItem'], head: ['GetItem'] },
    content: { read: ['payloads'] },
  },
  decide: {
    routes: ['POST /v1/tasks/{id}/decision'],
    stores: {
      tasks: ['GetItem', 'UpdateItem'],
      actions: ['GetItem', 'UpdateItem'],
      decisions: ['PutItem'],
      ledger: ['PutItem'],
      head: ['GetItem'],
    },
    decisionKinds: ['approval.granted', 'approval.denied'],
    calls: ['states:SendTaskSuccess'],
  },
  sources: {
    routes: ['POST /v1/sources', 'GET /v1/sources/{id}'],
    stores: { sources: ['GetItem', 'PutItem', 'UpdateItem'], ledger: ['PutItem'], head: ['GetItem'] },
    content: { write: ['sources'] },
  },
  // Turns what was uploaded into text. What it takes out of a source becomes a source too.
  'source-text': {
    uploads: 'sources',
    stores: { sources: ['GetItem', 'PutItem', 'UpdateItem'], ledger: ['PutItem'] },
    content: { read: ['sources'], write: ['sources', 'texts'] },
    // The process that reads a file, and the file and its text beside it.
    memoryMegabytes: 2048,
  },
  audit: {
    routes: ['GET /v1/audit/events'],
    stores: { audit: ['GetItem', 'Query'], ledger: ['PutItem'], head: ['GetItem'] },
  },
  catalog: {
    routes: ['GET /v1/tools', 'GET /v1/tools/{tool}', '$default'],
    stores: { ledger: ['PutItem'], head: ['GetItem'] },
  },
  'audit-stream': {
    stream: { store: 'ledger' },
    stores: { audit: ['PutItem'], head: ['GetItem'] },
  },
  'approval-start': {
    stream: { store: 'ledger', effect: 'Task' },
    stores: { tasks: ['GetItem'] },
    calls: ['states:StartExecution', 'states:DescribeExecution'],
  },
  'approval-verify': {
    stores: {
      tasks: ['GetItem', 'UpdateItem'],
      objects: ['GetItem'],
      actions: ['GetItem', 'UpdateItem'],
      decisions: ['PutItem'],
      ledger: ['PutItem'],
      head: ['GetItem'],
    },
    decisionKinds: ['action.voided'],
    secret: 'read',
  },
  'approval-wait': {
    stores: { tasks: ['GetItem', 'UpdateItem'] },
    calls: ['states:SendTaskSuccess'],
  },
  'approval-expire': {
    stores: {
      tasks: ['GetItem', 'UpdateItem'],
      actions: ['GetItem', 'UpdateItem'],
      decisions: ['PutItem'],
      ledger: ['PutItem'],
    },
    decisionKinds: ['approval.expired'],
  },
  'commit-send': {
    stores: {
      tasks: ['GetItem'],
      actions: ['GetItem', 'UpdateItem'],
      objects: ['GetItem', 'PutItem'],
      decisions: ['GetItem', 'PutItem'],
      ledger: ['PutItem'],
      head: ['GetItem'],
    },
    content: { read: ['payloads'] },
    decisionKinds: ['action.voided'],
    secret: 'write',
  },
  'commit-reconcile': {
    stores: { actions: ['GetItem', 'UpdateItem'], decisions: ['PutItem'], ledger: ['PutItem'] },
    decisionKinds: ['action.voided'],
    secret: 'read',
  },
  release: {
    stores: { head: ['GetItem', 'PutItem'], ledger: ['PutItem'] },
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
export type Verb = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'Query';

export interface PlatformFunction {
  readonly routes?: readonly string[];
  /** Consumes the store's stream; with `effect`, only dispatch records that put such a row. */
  readonly stream?: { readonly store: 'ledger'; readonly effect?: 'Task' };
  /** Told of every object that is put into this area of the content store. */
  readonly uploads?: ContentArea;
  readonly stores: Partial<Record<Store, readonly Verb[]>>;
  /** Areas of the content store that it reads, and that it puts into. */
  readonly content?: ContentGrant;
  /** @default 1024 */
  readonly memoryMegabytes?: number;
  /** The kinds of Decision that it may put: the key of a decision begins with its kind. */
  readonly decisionKinds?: readonly string[];
  /** Which of an SoR's two secrets it reads; it then has egress to the origins of the SoR files. No function reads both. */
  readonly secret?: 'read' | 'write';
  readonly calls?: readonly ('states:SendTaskSuccess' | 'states:StartExecution' | 'states:DescribeExecution')[];
}
export interface ContentGrant {
  readonly read?: readonly ContentArea[];
  readonly write?: readonly ContentArea[];
}
export type PlatformFunctionName = keyof typeof platformFunctions;

/** What every tool function may touch, and what a port, an effect or a kind of ref adds. */
export const toolStores = {
  always: { ledger: ['GetItem', 'PutItem'], head: ['GetItem'], runs: ['GetItem'] },
  /** Where its own results stand that do not fit a record. */
  content: { read: ['results'], write: ['results'] },
  ports: {
    /** What leads to a model depends on the models that the release's extractors name. */
    model: {},
    corpora: { content: { read: ['corpora'] } },
    connectors: { secret: 'read' },
    /** Ledger reads under every tool function's prefix. */
    dispatches: { ledger: ['BatchGetItem'] },
    actions: { actions: ['BatchGetItem'], tasks: ['BatchGetItem'] },
    objects: { objects: ['GetItem', 'Query'] },
    /** Of the function alone whose pattern holds it, over the types that its tools name: see `queryVerbs`. */
    exports: {},
  },
  effects: { Action: { actions: ['PutItem'], content: { write: ['payloads'] } }, Task: { tasks: ['PutItem'] } },
  /** For patterns with a slot of this kind: rows before the PDP, texts after it. Nothing of a source is written. */
  refs: { Source: { sources: ['BatchGetItem'], content: { read: ['texts'] } } },
} as const;

/**
 * What whoever asks exported objects may do, each on resources of its own: one workgroup, the tables of the types that its
 * tools name, their files, and the answers. All but the first row is done by Athena in its name, and only so.
 */
export const queryVerbs = {
  athena: ['StartQueryExecution', 'GetQueryExecution', 'GetQueryResults', 'StopQueryExecution'],
  glue: ['GetDatabase', 'GetTable', 'GetPartition', 'GetPartitions'],
  exported: ['GetObject'],
  answers: ['GetObject', 'PutObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
  listed: ['ListBucket'],
  bucket: ['GetBucketLocation'],
  content: { read: ['exports'] },
} as const;
