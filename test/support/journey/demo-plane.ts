import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { MemoryDatabase } from '../../../adapters/memory/database.ts';
import { faulty, type FaultPlan } from '../../../adapters/memory/faults.ts';
import { headWriter } from '../../../adapters/tables/head.ts';
import type { Library } from '../../../contract/system.ts';
import { bound } from '../people.ts';
import { putInForce } from '../release.ts';
import { StateMachines } from './executions.ts';
import { functionsOf } from './functions.ts';
import { Gateway } from './gateway.ts';
import { LedgerStream } from './ledger-stream.ts';
import type { SystemOfRecord } from './system-of-record.ts';
import { Timeline } from './timeline.ts';

const pdp = cedarPdp();

export interface DemoPlaneOptions {
  readonly library: Library;
  /** The id of the release in force. */
  readonly release: string;
  readonly sor: SystemOfRecord;
  readonly time: Timeline;
  /** Decides for each table call whether it fails, and how. The calls that put the release in force are not included. */
  readonly faults?: FaultPlan;
}

/**
 * Builds the demo tenant's whole plane in this process. All its functions are cold, and they share one in-memory database,
 * whose calls fail as `faults` says.
 */
export async function demoPlane({ library, release, sor, time, faults }: DemoPlaneOptions) {
  const stored = new MemoryDatabase();
  await putInForce(headWriter(stored, time.now), release);
  await bound(stored, 'operator');
  const database = faulty(stored, () => faults);
  const machines: StateMachines = new StateMachines(time, (name, payload) => {
    const invoked = functions.machine[name];
    if (!invoked) throw new Error(`no function ${name}`);
    return invoked(payload);
  });
  const functions = functionsOf({ database, library, pdp, time, sor, tokens: machines.tokens, executions: machines });
  const stream = new LedgerStream(() => stored.items('ledger'), time, [
    {
      name: 'approval-start',
      batchSize: 10,
      takes: (item) => item['effect'] === 'Task',
      handle: functions.stream.approvalStart,
    },
    { name: 'audit-stream', batchSize: 100, takes: () => true, handle: functions.stream.auditStream },
  ]);
  time.pump = stream.pump;
  return {
    stored,
    gateway: new Gateway(functions.routes),
    machines,
    stream,
    time,
    sor,
    /** Waits until all machines have ended and the stream has delivered everything. */
    settle: () => time.untilQuiet(() => machines.ended() && stream.drained()),
  };
}
export type DemoPlane = Awaited<ReturnType<typeof demoPlane>>;
