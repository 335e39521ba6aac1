import type { Executions } from '../../adapters/aws/executions.ts';
import type { Notifications } from '../../adapters/aws/notifications.ts';
import type { Downloads } from '../../adapters/aws/s3-downloads.ts';
import type { Uploads } from '../../adapters/aws/s3-uploads.ts';
import type { TaskTokens } from '../../adapters/aws/task-tokens.ts';
import type { WaitingNotifications } from '../../adapters/aws/waiting-notifications.ts';
import type { VerifyToken } from '../../adapters/aws/token-verifier.ts';
import type { outbound } from '../../adapters/sor/outbound.ts';
import type { FetchSecret } from '../../adapters/sor/secrets.ts';
import type { Database } from '../../adapters/tables/database.ts';
import type { LedgerEvents } from '../../audit-log/ledger-events.ts';
import type { LedgerStream } from '../../audit-log/probe.ts';
import type { AccessLog } from '../../audit-log/reconcile/step.ts';
import type { LogObjects, Signer } from '../../audit-log/store.ts';
import type { Witness } from '../../audit-log/witness.ts';
import type { Corpora } from '../../contract/artefacts/corpus.ts';
import type { People } from '../../contract/authority/people.ts';
import type { Model } from '../../contract/ports.ts';
import type { ContentStore, SourceWriter } from '../../contract/rows/content.ts';
import type { Exports } from '../../contract/rows/exports.ts';
import type { Library, Observer, Pdp, Release } from '../../contract/system.ts';
import type { ReconcileSpanDependencies } from '../../lambdas/audit-reconcile/reconcile-span.ts';
import type { CarryDependencies } from '../../lambdas/audit-stream/carry.ts';
import type { TextDependencies } from '../../lambdas/source-text/change.ts';

/** The parts of a release that are read from the disk when they are needed. */
type ReadOfRelease = Pick<Release, 'tool' | 'load' | 'policies' | 'policyText'>;

/** Everything that a function uses and that is not code of the function: the things that can fail. */
export interface Outside {
  readonly database: Database;
  readonly content: ContentStore & SourceWriter;
  readonly library: Library;
  /** Every release that the library has opened. */
  readonly release: ReadOfRelease;
  readonly pdp: Pdp;
  readonly observer: Observer;
  readonly clock: { readonly now: () => number };
  readonly secretStore: { readonly fetch: FetchSecret };
  /** The system of record, over HTTP: reads of records, and changes. */
  readonly sor: { readonly get: typeof outbound; readonly change: typeof outbound };
  readonly model: Model;
  readonly corpora: Corpora;
  readonly exports: Exports;
  readonly userPool: People;
  readonly tokenKeys: { readonly verify: VerifyToken };
  readonly tokens: TaskTokens;
  readonly executions: Executions;
  readonly notifier: Notifications;
  /** The queue of notifications that could not be published. */
  readonly retryQueue: WaitingNotifications;
  readonly presigner: { readonly sign: Uploads; readonly link: Downloads };
  /** The process that takes documents apart. */
  readonly reader: { readonly locate: TextDependencies['locate'] };
  readonly scanReader: { readonly read: NonNullable<TextDependencies['readScan']> };
  readonly logObjects: LogObjects;
  readonly signer: Signer;
  readonly stream: LedgerStream;
  readonly witness: Witness;
  /** The ledger, read as a whole. */
  readonly ledgerEvents: LedgerEvents;
  readonly accessLog: AccessLog;
  readonly alarms: Pick<CarryDependencies, 'failed' | 'setAside'> & Pick<ReconcileSpanDependencies, 'found'>;
  readonly sleeper: { readonly sleep: (millis: number) => Promise<void> };
}
export type OutsideName = keyof Outside;
