/**
 * Every deployed function that is no tool: the stores it may touch and how, its routes, its secret, what it may call.
 * `lib/` turns this table into grants; a verb that does not stand here is denied. Tool functions have their rows by effect
 * class (`effects.ts`).
 */
export const platformFunctions = {
  runs: {
    routes: ['POST /v1/runs'],
    stores: { runs: ['GetItem', 'PutItem'], ledger: ['PutItem'], head: ['GetItem'] },
  },
  actions: {
    routes: ['GET /v1/actions/{id}', 'GET /v1/actions'],
    stores: { actions: ['GetItem'], tasks: ['GetItem'], ledger: ['PutItem'], head: ['GetItem'] },
  },
  tasks: {
    routes: ['GET /v1/tasks', 'GET /v1/tasks/{id}'],
    stores: { tasks: ['GetItem', 'Query'], actions: ['GetItem'], ledger: ['PutItem'], head: ['GetItem'] },
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
      decisions: ['GetItem', 'PutItem'],
      ledger: ['PutItem'],
      head: ['GetItem'],
    },
    decisionKinds: ['action.voided'],
    secret: 'write',
  },
  'commit-reconcile': {
    stores: { actions: ['GetItem', 'UpdateItem'], ledger: ['PutItem'] },
    secret: 'read',
  },
  release: {
    stores: { head: ['GetItem', 'PutItem'], ledger: ['PutItem'] },
  },
} as const satisfies Record<string, PlatformFunction>;

export type Store = 'ledger' | 'actions' | 'tasks' | 'decisions' | 'runs' | 'head' | 'audit';
export type Verb = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'Query';

export interface PlatformFunction {
  readonly routes?: readonly string[];
  /** Consumes the store's stream; with `effect`, only dispatch records that put such a row. */
  readonly stream?: { readonly store: 'ledger'; readonly effect?: 'Task' };
  readonly stores: Partial<Record<Store, readonly Verb[]>>;
  /** The kinds of Decision that it may put: the key of a decision begins with its kind. */
  readonly decisionKinds?: readonly string[];
  /** Which of an SoR's two secrets it reads; it then has egress to the origins of the SoR files. No function reads both. */
  readonly secret?: 'read' | 'write';
  readonly calls?: readonly ('states:SendTaskSuccess' | 'states:StartExecution' | 'states:DescribeExecution')[];
}
export type PlatformFunctionName = keyof typeof platformFunctions;

/** What every tool function may touch, and what a port or an effect adds. */
export const toolStores = {
  always: { ledger: ['GetItem', 'PutItem'], head: ['GetItem'], runs: ['GetItem'] },
  ports: {
    connectors: { secret: 'read' },
    /** Ledger reads under every tool function's prefix. */
    dispatches: { ledger: ['BatchGetItem'] },
    actions: { actions: ['BatchGetItem'], tasks: ['BatchGetItem'] },
  },
  effects: { Action: { actions: ['PutItem'] }, Task: { tasks: ['PutItem'] } },
} as const;

/** Seconds and milliseconds of one request; each must leave room for the one inside it (a test holds the order). */
export const timeLimits = {
  gatewaySeconds: 30,
  functionSeconds: 28,
  callMillis: 24_000,
  /** By then a caller is answered, whatever a dependency keeps silent about. */
  answerMillis: 27_000,
} as const;

/** Sizes in bytes. */
export const sizeLimits = {
  bodyBytes: 256 * 1024,
  /** Until results stand in a content store: what one ledger item holds with all else. */
  resultBytes: 300 * 1024,
  /** Payload and case of an Action, together. */
  payloadBytes: 64 * 1024,
  replayArgumentsBytes: 64 * 1024,
} as const;
