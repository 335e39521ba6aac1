import type { ContentArea } from '../rows/content.ts';

/**
 * All deployed functions that are not tools: their routes, which stores they may use and how, which secret they may
 * read, and what they may call. `lib/grants` turns this table into cloud permissions; everything else is denied. The
 * rights of tool functions depend on their effect class (`effects.ts`).
 */
export const platformFunctions = {
  runs: {
    opensReleases: true,
    routes: ['POST /v1/runs', 'GET /v1/runs/{id}'],
    stores: { runs: ['read', 'put'], audit: ['query'], log: ['read'], ledger: ['put'], head: ['read'] },
  },
  actions: {
    opensReleases: true,
    routes: ['GET /v1/actions/{id}', 'GET /v1/actions'],
    stores: {
      actions: ['read', 'readMany', 'query'],
      tasks: ['read', 'readMany'],
      ledger: ['put'],
      head: ['read'],
    },
  },
  tasks: {
    opensReleases: true,
    routes: ['GET /v1/queues', 'GET /v1/tasks', 'GET /v1/tasks/{id}', 'GET /v1/tasks/{id}/sources/{source}'],
    stores: {
      tasks: ['read', 'readMany', 'query'],
      actions: ['read', 'readMany'],
      sources: ['readMany'],
      ledger: ['put'],
      head: ['read'],
    },
    content: { read: ['payloads', 'texts', 'sources'] },
  },
  // Reads the record that an Action changes again, when an approver asks.
  'task-target': {
    opensReleases: true,
    routes: ['GET /v1/tasks/{id}/target'],
    stores: { tasks: ['read'], actions: ['read'], objects: ['read'], ledger: ['put'], head: ['read'] },
    content: { read: ['payloads'] },
    secret: 'read',
  },
  decide: {
    opensReleases: true,
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
    people: true,
    checksTokens: true,
  },
  // The thread of a Task: claims, comments, questions and answers.
  threads: {
    opensReleases: true,
    routes: [
      'GET /v1/tasks/{id}/thread',
      'POST /v1/tasks/{id}/claim',
      'POST /v1/tasks/{id}/release',
      'POST /v1/tasks/{id}/comments',
      'POST /v1/tasks/{id}/questions',
      'POST /v1/tasks/{id}/answers',
    ],
    stores: {
      tasks: ['read'],
      actions: ['read'],
      threads: ['readMany', 'put'],
      ledger: ['put'],
      head: ['read'],
    },
  },
  // Gives an open Task to another queue of its kind.
  reassign: {
    opensReleases: true,
    routes: ['POST /v1/tasks/{id}/reassign'],
    stores: {
      tasks: ['read', 'update'],
      actions: ['read'],
      decisions: ['read', 'put'],
      ledger: ['put'],
      head: ['read'],
    },
    decisionKinds: ['approval.reassigned'],
  },
  withdraw: {
    opensReleases: true,
    routes: ['POST /v1/actions/{id}/withdraw', 'POST /v1/tasks/{id}/withdraw'],
    stores: {
      tasks: ['read', 'update'],
      actions: ['read', 'update'],
      decisions: ['put'],
      ledger: ['put'],
      head: ['read'],
    },
    decisionKinds: ['action.withdrawn', 'approval.withdrawn'],
    calls: ['resumeWait'],
  },
  compensate: {
    opensReleases: true,
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
    opensReleases: true,
    routes: ['POST /v1/actions/{id}/resolve'],
    stores: { actions: ['read', 'update'], decisions: ['put'], ledger: ['put'], head: ['read'] },
    decisionKinds: ['action.resolved'],
  },
  sources: {
    opensReleases: true,
    routes: ['POST /v1/sources', 'GET /v1/sources/{id}'],
    stores: { sources: ['read', 'put', 'update'], ledger: ['put'], head: ['read'] },
    content: { write: ['sources'] },
  },
  // Turns uploads into located text. A part of a source, such as an attachment, becomes a source too.
  'source-text': {
    uploads: 'sources',
    stores: { sources: ['read', 'put', 'update'], ledger: ['put'], head: ['read'] },
    content: { read: ['sources'], write: ['sources', 'texts'] },
    readsScans: true,
  },
  audit: {
    opensReleases: true,
    routes: ['GET /v1/audit/events', 'GET /v1/audit/story', 'GET /v1/audit/policies/{hash}'],
    stores: {
      audit: ['query'],
      log: ['read'],
      actions: ['read'],
      decisions: ['read'],
      ledger: ['put'],
      head: ['read'],
    },
    content: { read: ['policies', 'payloads'] },
  },
  catalog: {
    opensReleases: true,
    routes: ['GET /v1/me', 'GET /v1/tools', 'GET /v1/tools/{tool}', '$default'],
    stores: { ledger: ['put'], head: ['read'] },
  },
  // Serves the files of the page with which people work. The page itself signs in and calls the API.
  console: {
    openRoutes: ['GET /console', 'GET /console/{file+}'],
    stores: {},
    page: true,
  },
  'audit-stream': {
    stream: { store: 'ledger' },
    stores: { audit: ['put'], log: ['read', 'put'], head: ['read'] },
    auditLog: 'append',
  },
  'audit-seal': {
    everyMinutes: 1,
    readsStream: 'ledger',
    stores: { log: ['read', 'put'] },
    auditLog: 'seal',
  },
  // Compares the ledger, the transparency log and the access log of the gateway, one week after the other.
  'audit-reconcile': {
    everyMinutes: 5,
    scans: 'ledger',
    readsAccessLog: true,
    stores: { log: ['read', 'put'], head: ['read'], ledger: ['put'] },
    auditLog: 'read',
  },
  // Starts approvals, and tells subscribers about each transition of an Action or a Task.
  'approval-start': {
    stream: { store: 'ledger', effects: ['Action', 'Task'], kinds: ['decision', 'transition'] },
    stores: { tasks: ['read'], actions: ['read'] },
    calls: ['startApproval', 'findApproval', 'resumeWait'],
    notifies: true,
  },
  'approval-verify': {
    opensReleases: true,
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
  // Ends staged Actions whose approval nobody requested in time.
  'staged-expire': {
    everyMinutes: 1,
    stores: {
      tasks: ['read', 'update'],
      actions: ['read', 'query', 'update'],
      decisions: ['put'],
      ledger: ['put'],
    },
    decisionKinds: ['action.expired', 'approval.expired'],
  },
  'commit-send': {
    opensReleases: true,
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
    people: true,
  },
  'commit-reconcile': {
    opensReleases: true,
    stores: { actions: ['read', 'update'], decisions: ['put'], ledger: ['put'] },
    decisionKinds: ['action.voided'],
    secret: 'read',
  },
  // Stores the release of a deploy and puts it in force. No other function may put the row of a release.
  release: {
    stores: { head: ['read', 'put'], releases: ['read', 'put'], ledger: ['put'] },
    content: { write: ['releases', 'parts', 'policies'] },
    releasePackage: true,
  },
  // Runs first in a deploy, and stops the deploy if the new build cannot work with the release in force.
  'release-check': {
    stores: { head: ['read'], releases: ['read'] },
    releasePackage: true,
  },
} as const satisfies Record<string, PlatformFunction>;

export type Store =
  | 'ledger'
  | 'actions'
  | 'tasks'
  | 'decisions'
  | 'threads'
  | 'runs'
  | 'sources'
  | 'objects'
  | 'head'
  | 'releases'
  | 'audit'
  | 'log';
/**
 * The ways in which a function uses a store: read an item, read many items in one request, put an item, update an item,
 * or query an index.
 */
export type StoreUse = 'read' | 'readMany' | 'put' | 'update' | 'query';
/**
 * The ways in which a function uses the approval machine: resume a wait for a decision, start an execution, or read the
 * state of an earlier execution.
 */
export type MachineCall = 'resumeWait' | 'startApproval' | 'findApproval';

/** A method and a path, or `$default` for every request that no other route matches. */
export type Route = '$default' | `${'GET' | 'POST'} /v1/${string}`;

/** A route that anybody may request without a token. It serves only files that are the same for everybody. */
export type OpenRoute = 'GET /console' | 'GET /console/{file+}';

export interface PlatformFunction {
  readonly routes?: readonly Route[];
  /** Routes without an authorizer. Only the files of the page may be open. */
  readonly openRoutes?: readonly OpenRoute[];
  /** The bundle of the function contains the files of the page, and the function knows where people sign in. */
  readonly page?: true;
  /**
   * The function consumes the stream of this store. With `effects` or `kinds`, the function gets only the records of
   * dispatches that put a row of one of these effects, and the events of one of these kinds.
   */
  readonly stream?: {
    readonly store: 'ledger';
    readonly effects?: readonly ('Action' | 'Task')[];
    readonly kinds?: readonly ('decision' | 'transition')[];
  };
  /** The function may read the shards of the stream of this store. The stream does not invoke the function. */
  readonly readsStream?: 'ledger';
  /** The function may read all items of this store, whatever their keys are. */
  readonly scans?: 'ledger';
  /** The function may read the access log of the API's gateway. */
  readonly readsAccessLog?: true;
  /** The function is invoked by a schedule, with so many minutes between two calls. */
  readonly everyMinutes?: 1 | 5;
  /** The function's work on the transparency log: append batches, compute and sign the tree, or read it. */
  readonly auditLog?: 'append' | 'seal' | 'read';
  /** The function is invoked for every object that is put into this area of the content store. */
  readonly uploads?: ContentArea;
  /** The function opens releases: it reads the rows of releases, their manifests and their parts. */
  readonly opensReleases?: true;
  /** The function reads the file with the release of the deploy. */
  readonly releasePackage?: true;
  readonly stores: Partial<Record<Store, readonly StoreUse[]>>;
  /** The areas of the content store that the function reads and writes. */
  readonly content?: ContentGrant;
  /** The kinds of Decision that the function may put. The key of a Decision begins with its kind. */
  readonly decisionKinds?: readonly string[];
  /**
   * The function may read this secret of an SoR: the secret for reads, or the secret for writes. No function may read
   * both. A function with a secret can reach the origins in the SoR files.
   */
  readonly secret?: 'read' | 'write';
  readonly calls?: readonly MachineCall[];
  /** The function reads single humans of the user pool and their groups. */
  readonly people?: true;
  /** The function checks tokens itself. It fetches the keys of the user pool, so it needs egress. */
  readonly checksTokens?: true;
  /** The function reads scans, if the tenant has configured a reader of scans. */
  readonly readsScans?: true;
  /**
   * The function publishes to the topic of notifications and to the event bus. If they fail, it puts the notifications into
   * a queue, from which it gets them again.
   */
  readonly notifies?: true;
}

export interface ContentGrant {
  readonly read?: readonly ContentArea[];
  readonly write?: readonly ContentArea[];
}
/** The rights of a function that opens releases. */
export const openedReleases = { stores: { releases: ['read'] }, content: { read: ['releases', 'parts'] } } as const;

export type PlatformFunctionName = keyof typeof platformFunctions;

/** The functions that have routes of the API. */
export type RoutedFunction = {
  [F in PlatformFunctionName]: (typeof platformFunctions)[F] extends { readonly routes: readonly Route[] } ? F : never;
}[PlatformFunctionName];
export type RouteOf<F extends RoutedFunction> = (typeof platformFunctions)[F]['routes'][number];
